// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.model.FollowUp;
import java.util.List;

/**
 * One run of a {@link Kernel}: numbers of workgroups, push constants and the contents of buffers.
 * Arrays are not copied; whoever runs a dispatch does not change them.
 *
 * @param groups workgroups along x, y and z
 * @param push the push constants' bytes
 * @param bound the contents of each bound buffer, in the kernel's order of bindings
 * @param addressed the contents of buffers reached by their address alone
 * @param patches where addresses are written before the run
 * @param then what follows in the same command buffer, each behind a barrier
 */
public record Dispatch(
    List<Integer> groups,
    byte[] push,
    List<byte[]> bound,
    List<byte[]> addressed,
    List<AddressPatch> patches,
    List<FollowUp> then) {

  /**
   * Puts the address of {@code addressed[from]} into {@code bound[into]} at a byte offset.
   *
   * @param from index into the addressed buffers
   * @param into below 0 for the push constants of the run
   * @param offset in bytes
   */
  public record AddressPatch(int from, int into, int offset) {}

  /**
   * {@return a copy of this dispatch with other push constants}
   *
   * @param other their bytes, little-endian, as many as the kernel declares
   */
  public Dispatch pushing(byte[] other) {
    return new Dispatch(groups, other, bound, addressed, patches, then);
  }

  /**
   * {@return a dispatch that needs only bound buffers, and nothing behind it}
   *
   * @param workgroups number along x; there is 1 along y and z
   * @param push bytes of the push constants, little-endian; of length 0 for none
   * @param bound contents of the bound buffers, in the kernel's order of bindings
   */
  public static Dispatch of(int workgroups, byte[] push, List<byte[]> bound) {
    return new Dispatch(List.of(workgroups, 1, 1), push, bound, List.of(), List.of(), List.of());
  }
}
