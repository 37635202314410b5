// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/**
 * Looks up numbers of a module that stand for one of a few things, such as a matrix's use or a
 * clamp mode.
 */
public final class Enumerant {

  private Enumerant() {}

  /**
   * {@return the thing that a number stands for}
   *
   * @param all the things by number, from 0
   * @param number that the module holds
   * @param what the things are, as a noun for the message, such as {@code matrix use}
   * @param <T> kind of things
   * @throws SpirvException if the number is negative or has no thing
   */
  public static <T> T of(T[] all, long number, String what) {
    if (number < 0 || number >= all.length) {
      throw new SpirvException("%d is no %s".formatted(number, what));
    }
    return all[(int) number];
  }
}
