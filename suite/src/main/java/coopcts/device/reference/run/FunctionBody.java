// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import java.util.Map;

/**
 * A function body.
 *
 * @param parameters ids of its parameters
 * @param entry label of its first block
 * @param blocks its blocks by label
 */
record FunctionBody(int id, int[] parameters, int entry, Map<Integer, BasicBlock> blocks) {}
