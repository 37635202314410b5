// SPDX-License-Identifier: Apache-2.0
/**
 * The suite against faults that are planted in the reference device. A hunt plants one fault at a
 * time and stops at the first case that finds it. What no case finds, and what a found fault
 * proves, is recorded in tables.
 */
package coopcts.faults;
