/**
 * What must come out, worked out from the specifications on whole matrices, and the judge that
 * compares. It shares model and numbers with the reference device and nothing else.
 */
package coopcts.oracle;
