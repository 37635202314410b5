/**
 * What a driver's bug may depend on: cover points with their bins in one table, the events that are
 * noted against them, and deviations that are drawn from them.
 */
package coopcts.device.reference.cover;
