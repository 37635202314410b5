/**
 * Other families' cases by other ways into the driver: shader objects, binaries, secondary command
 * buffers, indirect dispatches, push descriptors and so on.
 */
package coopcts.cases.way;
