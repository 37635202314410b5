// SPDX-License-Identifier: Apache-2.0
/**
 * One case: compiled, run, judged and explained. This is what a worker does with a case. It answers
 * with a {@code Finding}, and every step's time.
 */
package coopcts.run.one;
