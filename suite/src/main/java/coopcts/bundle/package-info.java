// SPDX-License-Identifier: Apache-2.0
/**
 * Archives of the suite for machines that have neither its sources nor Maven. Any platform makes
 * the archives of all. The same inputs give the same bytes.
 */
package coopcts.bundle;
