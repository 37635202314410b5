/** The suite against driver bugs that are planted in the reference device. */
package coopcts.faults;
