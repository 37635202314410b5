/**
 * Archives of the suite for machines that have neither its sources nor Maven, for each platform
 * from any of them.
 */
package coopcts.bundle;
