// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/** The numbers of SPV_EXT_cooperative_matrix_maintenance1 that are its own. */
public final class Maintenance1 {

  /** OpCooperativeMatrixGetElementCoordEXT. */
  public static final int OP_GET_COORDINATE = 5363;

  /** The capability of that instruction. */
  public static final int CAPABILITY_GET_COORDINATE = 5438;

  /** The capability of conversions. */
  public static final int CAPABILITY_CONVERSIONS = 5429;

  /** The decoration of transposing conversions. */
  public static final int DECORATION_TRANSPOSE = 5440;

  private Maintenance1() {}
}
