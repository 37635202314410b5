// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.MemoryLayout;

/**
 * Where a matrix lies in an array: from {@code element} on, lines {@code stride} apart, both
 * counted in array elements (KHR §4.1).
 *
 * @param array that holds the matrix
 * @param element the first element's index
 * @param stride elements of the array from one line to the next
 * @param layout order of rows and columns
 */
public record Place(Array array, Index element, Index stride, MemoryLayout layout) {}
