// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

/** The names of the bins that sizes belong to, in {@code points.tsv}. */
public final class Sizes {

  private Sizes() {}

  /**
   * {@return the name of the bin of a number of rows or columns, such as {@code below_8} or {@code
   * 17_to_31}}
   *
   * @param count rows or columns of a matrix
   */
  public static String lines(int count) {
    return count < 8
        ? "below_8"
        : count == 8
            ? "8"
            : count < 16
                ? "9_to_15"
                : count == 16
                    ? "16"
                    : count < 32
                        ? "17_to_31"
                        : count == 32 ? "32" : count <= 64 ? "33_to_64" : "above_64";
  }

  /**
   * {@return the name of the bin of the depth of a product, such as {@code below_16} or {@code
   * 17_to_32}}
   *
   * @param k number of products that are summed for each element
   */
  public static String depth(int k) {
    return k < 16
        ? "below_16"
        : k == 16 ? "16" : k <= 32 ? "17_to_32" : k <= 64 ? "33_to_64" : "above_64";
  }

  /**
   * {@return the name of the bin of the length of a vector or array, such as {@code up_to_4} or
   * {@code 33_to_64}}
   *
   * @param count number of components
   */
  public static String length(int count) {
    return count <= 4
        ? "up_to_4"
        : count <= 8
            ? "5_to_8"
            : count <= 16
                ? "9_to_16"
                : count <= 32 ? "17_to_32" : count <= 64 ? "33_to_64" : "above_64";
  }
}
