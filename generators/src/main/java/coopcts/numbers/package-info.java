// SPDX-License-Identifier: Apache-2.0
/**
 * Number formats: bit patterns to values and back, with the roundings that the specifications
 * allow. Patterns are in the low bits of a {@code long}; widths are in bits unless a name says
 * bytes. The 8- and 16-bit formats are tested exhaustively.
 */
package coopcts.numbers;
