// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Optional;

/**
 * A load or store through a tensor layout (CM2 §4). The place is counted in elements of the array;
 * its address is a multiple of 16 bytes.
 */
public sealed interface TensorOperation extends Operation {

  /** {@return the tensor layout, with its view where it has one} */
  TensorLayout layout();

  /** {@return the array in memory that holds the tensor} */
  Array array();

  /**
   * {@return the index, from 0, of the array element at which the tensor begins; its address is a
   * multiple of 16 bytes}
   */
  Index element();

  /**
   * {@return an index whose value is always 0 and that is added to every number of the layout} It
   * decides whether the compiler knows the numbers: a literal leaves them constants, any other
   * index makes them run-time values.
   */
  Index zero();

  /**
   * {@code coopMatLoadTensorNV}; what a view clips stays what it was.
   *
   * @param result the loaded matrix
   * @param array that is read
   * @param element at which the tensor begins
   * @param layout with its view
   * @param zero added to all numbers
   * @param decoding the function that each element comes from, if one does
   */
  record LoadTensor(
      Matrix result,
      Array array,
      Index element,
      TensorLayout layout,
      Index zero,
      Optional<Decoding> decoding)
      implements TensorOperation {}

  /**
   * {@code coopMatStoreTensorNV}; what a view clips and what lies outside is not stored.
   *
   * @param source the stored matrix
   * @param array that is written
   * @param element at which the tensor begins
   * @param layout with its view
   * @param zero added to all numbers
   */
  record StoreTensor(Matrix source, Array array, Index element, TensorLayout layout, Index zero)
      implements TensorOperation {}

  /**
   * What a decode function gives.
   *
   * @param kind how an element is found
   * @param vector components of what the function for several elements at once gives, or 0 where
   *     there is none
   */
  record Decoding(DecodingKind kind, int vector) {

    /** How an element is found. */
    public enum DecodingKind {
      /** The component of the block that the pointer leads to, by the coordinates in it. */
      DATA(0),
      /** A small whole number made of all coordinates. */
      CODES(7),
      /** The component, as a function finds it that the scalar one calls. */
      CALLED(0),
      /**
       * The component; but the vector function's block is twice as long, and it takes what stands
       * in the second half: what either function finds may come.
       */
      SECOND_OF_TWO(0),
      /** A whole number made of all coordinates that fewer of them share. */
      COORDINATES(13),
      /**
       * The same; the vector function adds {@link #TAG}, or gives {@link #WRONG_START} where its
       * coordinate is no multiple of its length. What either function gives may come.
       */
      TAGGED(13);

      private final int codes;

      DecodingKind(int codes) {
        this.codes = codes;
      }

      /** {@return what a code is taken modulo; 0 where the component is found} */
      public int codes() {
        return codes;
      }

      /** {@return the least number that none of the functions gives; 0 for components} */
      public int bound() {
        return this == TAGGED ? WRONG_START + 1 : codes;
      }
    }

    /** What the vector function adds to a tagged code. */
    public static final int TAG = 32;

    /** What it gives where it does not begin a group. */
    public static final int WRONG_START = 99;
  }
}
