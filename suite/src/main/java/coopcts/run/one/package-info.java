/** One case: compiled, run, judged and told. */
package coopcts.run.one;
