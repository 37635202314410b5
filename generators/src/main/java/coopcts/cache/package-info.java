// SPDX-License-Identifier: Apache-2.0
/**
 * Results that can be made again and are kept between runs: compiled shaders and lists of cases. An
 * entry's name is a hash of all that it depends on. An entry that is missing or damaged is made
 * again; no verdict depends on the cache.
 */
package coopcts.cache;
