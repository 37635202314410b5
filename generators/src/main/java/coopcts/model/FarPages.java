// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * A buffer of which only a page here and there holds anything: the bytes of an array in pages, each
 * so far behind the one before that the fifth is 4 GiB from the first.
 */
public final class FarPages {

  /** Bytes of a page. */
  public static final int BYTES = 1 << 12;

  /** Bytes from the start of a page to that of the next. */
  public static final long DISTANCE = 1L << 30;

  private FarPages() {}
}
