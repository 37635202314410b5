/**
 * A run on many machines: shards as an array of jobs of a cluster, and what becomes of them.
 *
 * <p>It starts the suite by its own command line and reads what the runs leave; it knows no device.
 */
package coopcts.farm;
