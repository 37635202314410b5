/** Number formats: bits to values and back, with the roundings that the specifications allow. */
package coopcts.numbers;
