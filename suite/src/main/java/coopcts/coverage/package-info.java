// SPDX-License-Identifier: Apache-2.0
/**
 * What a run tried of what a bug may depend on, against what is legal on a device, and faults that
 * are drawn from it.
 *
 * <p>It watches the reference device while cases run, and knows cases, runs and reports; nothing
 * but the command line knows it. What was never met is printed as sentences.
 */
package coopcts.coverage;
