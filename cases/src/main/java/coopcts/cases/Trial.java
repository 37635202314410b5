package coopcts.cases;

import coopcts.model.VectorMatrix;
import coopcts.oracle.Expectation;
import java.util.List;

/**
 * What a shader is run on, and what memory may hold afterwards.
 *
 * @param buffers the bytes of each bound buffer
 * @param addressed the bytes of each buffer that is reached by its address
 * @param addresses where the addresses are written before the run
 * @param groups workgroups along x, y and z
 * @param conversions of matrices for cooperative vectors, before and after the run
 * @param expectation of the bound buffers, then of the addressed ones, then of what was converted
 *     after the run
 */
public record Trial(
    byte[] push,
    List<byte[]> buffers,
    List<byte[]> addressed,
    List<Address> addresses,
    List<Integer> groups,
    Conversions conversions,
    Expectation expectation) {

  /**
   * Matrices that the device converts.
   *
   * @param before row-major matrices that are put into buffers in a layout of the device's own
   * @param after such matrices that are taken out again
   */
  public record Conversions(List<Into> before, List<From> after) {
    public static final Conversions NONE = new Conversions(List.of(), List.of());
  }

  /**
   * @param rowMajor the matrix's bytes
   * @param matrix how it is to lie in the buffer
   * @param capacity bytes of the buffer that it may take
   */
  public record Into(int buffer, int offset, byte[] rowMajor, VectorMatrix matrix, int capacity) {}

  /** A matrix that is read back as row-major bytes and judged as a buffer with a name. */
  public record From(String name, int buffer, int offset, VectorMatrix matrix, int capacity) {}

  /** The address of {@code addressed[from]}, put into {@code buffers[into]} at a byte offset. */
  public record Address(int from, int into, int offset) {}

  public static Trial of(
      byte[] push, List<byte[]> buffers, int workgroups, Expectation expectation) {
    return new Trial(
        push,
        buffers,
        List.of(),
        List.of(),
        List.of(workgroups, 1, 1),
        Conversions.NONE,
        expectation);
  }

  /** The same with matrices to convert. */
  public Trial converting(Conversions other) {
    return new Trial(push, buffers, addressed, addresses, groups, other, expectation);
  }
}
