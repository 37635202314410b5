// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

/**
 * What a name stands for on a device where it cannot be: a program that was chosen for another
 * device does not fit where it should stand. Nothing is run, and the verdict is {@link
 * Verdict#NOT_SUPPORTED}.
 *
 * @param why it does not fit, in words
 */
public record UnfitPlan(String why) implements Plan {}
