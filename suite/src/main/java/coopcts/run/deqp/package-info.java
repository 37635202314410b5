// SPDX-License-Identifier: Apache-2.0
/**
 * The suite in the place of a dEQP binary, for the runners that drive those. It takes dEQP's
 * options, prints dEQP's lines and writes its log. Cases and verdicts are those of {@link
 * coopcts.run}.
 */
package coopcts.run.deqp;
