// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/** Numbers of a module that stand for one of a few things. */
public final class Enumerant {

  private Enumerant() {}

  /**
   * The value with a number.
   *
   * @param all by number, from 0
   * @param number that the module holds
   * @param what they are, for the message
   * @param <T> kind of values
   * @return one of the values
   * @throws SpirvException if the number is none of theirs
   */
  public static <T> T of(T[] all, long number, String what) {
    if (number < 0 || number >= all.length) {
      throw new SpirvException("%d is no %s".formatted(number, what));
    }
    return all[(int) number];
  }
}
