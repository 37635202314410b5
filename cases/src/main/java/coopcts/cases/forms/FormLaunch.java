// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.cases.LaunchShape;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** How a program is launched, and how long its vectors are. */
enum FormLaunch {
  /** Two subgroups, or some invocations, in each of two workgroups. */
  PLAIN,
  /** Subgroups of 16 invocations, where the device's own have another size. */
  SUBGROUPS_16 {
    @Override
    boolean fits(FormedOperation operation, DeviceReport report) {
      DeviceReport.Subgroup own = report.subgroup();
      return !operation.isOfVectors()
          && own.canRequireInCompute()
          && own.size() != SIXTEEN
          && own.minimum() <= SIXTEEN
          && own.maximum() >= SIXTEEN;
    }

    @Override
    LaunchShape shape(FormedOperation operation, DeviceReport report) {
      return new LaunchShape(Scope.SUBGROUP, LaunchShape.SUBGROUPS, SIXTEEN);
    }
  },
  /** Workgroups of 96 invocations. */
  INVOCATIONS_96 {
    @Override
    boolean fits(FormedOperation operation, DeviceReport report) {
      return operation.isOfVectors() || INVOCATIONS % report.subgroup().size() == 0;
    }

    @Override
    LaunchShape shape(FormedOperation operation, DeviceReport report) {
      int size = operation.isOfVectors() ? 1 : report.subgroup().size();
      return new LaunchShape(operation.scope(), INVOCATIONS / size, size);
    }
  },
  /** So many workgroups, each of which is judged. */
  WORKGROUPS_64 {
    @Override
    boolean fits(FormedOperation operation, DeviceReport report) {
      return FAR.contains(operation);
    }

    @Override
    int workgroups() {
      return MANY;
    }
  },
  /** Vectors one longer than a power of two. */
  LENGTH_65(65),
  /** Vectors that only some devices have, as all that follow. */
  LENGTH_128(128),
  LENGTH_129(129),
  LENGTH_200(200),
  /** As long as a byte can count. */
  LENGTH_255(255);

  private static final int SIXTEEN = 16;

  private static final int INVOCATIONS = 96;

  /** Invocations of a workgroup of vectors: no whole number of subgroups anywhere. */
  private static final int SOME = 50;

  private static final int MANY = 64;

  /** Elements of a side of an outer product: a compiler took over a minute for 255 by 255. */
  private static final int LONGEST_OUTER = 200;

  /** What is tried in many workgroups. */
  private static final Set<FormedOperation> FAR =
      EnumSet.of(
          FormedOperation.LOAD,
          FormedOperation.MUL_ADD,
          FormedOperation.TENSOR_LOAD,
          FormedOperation.VECTOR_LOAD,
          FormedOperation.PRODUCT);

  private final int length;

  FormLaunch() {
    this(FormedOperation.LENGTH);
  }

  /**
   * @param length of vectors
   */
  FormLaunch(int length) {
    this.length = length;
  }

  /** Whether an operation is tried so on a device. */
  boolean fits(FormedOperation operation, DeviceReport report) {
    return operation.takesAnyLength()
        && (operation != FormedOperation.OUTER || length <= LONGEST_OUTER)
        && length <= report.limit("maxCooperativeVectorComponents");
  }

  LaunchShape shape(FormedOperation operation, DeviceReport report) {
    return operation.isOfVectors()
        ? new LaunchShape(operation.scope(), SOME, 1)
        : LaunchShape.of(report, Scope.SUBGROUP);
  }

  int workgroups() {
    return LaunchShape.WORKGROUPS;
  }

  int length() {
    return length;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
