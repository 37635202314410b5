// SPDX-License-Identifier: Apache-2.0
/**
 * Which combinations of parameters are tested: all pairs with few cases, and random choices by
 * name. A choice depends on names only, so the same case is chosen on every machine. A new value of
 * an axis leaves the other choices as they are.
 */
package coopcts.combinations;
