/**
 * Cases without a run: what must compile and what must not, what a device reports, what its
 * interface answers.
 */
package coopcts.cases.rules;
