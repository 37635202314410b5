/** Which cases a run takes, with what options, and whether a report can be believed. */
package coopcts.run.select;
