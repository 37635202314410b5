/** A run: cases dealt out to workers, verdicts kept as they come. */
package coopcts.run;
