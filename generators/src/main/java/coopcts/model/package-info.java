/**
 * The vocabulary of all rooms: devices and their reports, matrix and vector types, layouts, stages.
 */
package coopcts.model;
