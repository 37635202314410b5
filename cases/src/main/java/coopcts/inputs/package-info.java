/** What stands in memory before a run, and where. */
package coopcts.inputs;
