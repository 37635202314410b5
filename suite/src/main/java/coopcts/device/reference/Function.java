package coopcts.device.reference;

import java.util.Map;

/**
 * A function body.
 *
 * @param resultType id of the type that it returns
 * @param parameters ids of its parameters
 * @param entry label of its first block
 * @param blocks its blocks by label
 */
record Function(int id, int resultType, int[] parameters, int entry, Map<Integer, Block> blocks) {}
