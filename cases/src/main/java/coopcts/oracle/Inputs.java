package coopcts.oracle;

import java.util.List;
import java.util.Map;

/**
 * What a program runs on.
 *
 * @param push the value of each push constant
 * @param buffers the bytes of each buffer in order of binding
 * @param workgroups workgroups along x
 */
public record Inputs(Map<String, Integer> push, List<byte[]> buffers, int workgroups) {}
