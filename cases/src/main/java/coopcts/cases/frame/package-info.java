/**
 * Frames that any family's cases can stand in: another launch shape, control flow around the
 * shader, company, and buffers elsewhere.
 */
package coopcts.cases.frame;
