// SPDX-License-Identifier: Apache-2.0
/**
 * All families in their order. The order fixes the numbers of cases, by which coordinator and
 * workers name them. A new family gets its line here.
 */
package coopcts.catalogue;
