package coopcts.cases;

import coopcts.oracle.Expectation;
import java.util.List;

/**
 * What a shader is run on, and what memory may hold afterwards.
 *
 * @param buffers the bytes of each bound buffer
 * @param addressed the bytes of each buffer that is reached by its address
 * @param addresses where the addresses are written before the run
 * @param groups workgroups along x, y and z
 * @param expectation of the bound buffers, then of the addressed ones
 */
public record Trial(
    byte[] push,
    List<byte[]> buffers,
    List<byte[]> addressed,
    List<Address> addresses,
    List<Integer> groups,
    Expectation expectation) {

  /** The address of {@code addressed[from]}, put into {@code buffers[into]} at a byte offset. */
  public record Address(int from, int into, int offset) {}

  public static Trial of(
      byte[] push, List<byte[]> buffers, int workgroups, Expectation expectation) {
    return new Trial(push, buffers, List.of(), List.of(), List.of(workgroups, 1, 1), expectation);
  }
}
