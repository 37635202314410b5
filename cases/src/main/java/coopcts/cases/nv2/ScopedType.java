// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.LaunchShape;
import coopcts.cases.ShaderTemplate;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A matrix type with the size of the workgroup that it lives in, which a device's flexible rows of
 * scope workgroup fix.
 *
 * @param type component type, scope, shape and use
 * @param invocations of the workgroup, where the scope is the workgroup; else 0
 */
public record ScopedType(MatrixType type, int invocations) {

  /** Number of workgroups that a shader is run with. */
  public static final int WORKGROUPS = LaunchShape.WORKGROUPS;

  /** Multiples of the granularities that sizes are made of. */
  private static final int[][] MULTIPLES = {{1, 1, 1}, {2, 3, 1}, {3, 1, 2}, {2, 2, 1}};

  /** Sides of a prime number of granules, and equal ones, which change their use. */
  private static final int[][] WIDE = {
    {5, 1, 1}, {1, 5, 1}, {2, 2, 2}, {1, 2, 2}, {3, 3, 3}, {5, 5, 5}, {9, 1, 1}, {1, 9, 1},
    {3, 2, 1}, {2, 3, 1}, {3, 1, 3}, {2, 1, 3}, {3, 3, 1}
  };

  private static final int WIDEST = 96;

  /** The longest line that cases ask for. */
  private static final int LONGEST = 64;

  /**
   * A product with the workgroup that it lives in.
   *
   * @param row sizes and types of the product
   * @param invocations of the workgroup, where the scope is the workgroup; else 0
   */
  public record Products(MatrixProperties row, int invocations) {

    /**
     * {@return the types of A, B, C and the result, in this order, each with the workgroup's
     * invocations}
     */
    public List<ScopedType> kinds() {
      return Stream.of(row.typeA(), row.typeB(), row.typeC(), row.typeResult())
          .map(type -> new ScopedType(type, invocations))
          .toList();
    }

    String label() {
      return row.label() + (invocations == 0 ? "" : Integer.toString(invocations));
    }
  }

  /** Every product that a device reports: its rows, and multiples of its flexible rows. */
  static List<Products> products(DeviceReport report) {
    Set<Products> all = new LinkedHashSet<>();
    for (MatrixProperties row : report.matrixProperties()) {
      if (row.scope() == Scope.SUBGROUP) {
        all.add(new Products(row, 0));
      }
    }
    all.addAll(flexible(report));
    return supported(report, all);
  }

  /**
   * {@return the products that cases try of a device's flexible rows: one to three times the
   * granularities, with sides of at most 64 elements} The list is empty without flexible rows.
   *
   * @param report of the device
   */
  public static List<Products> flexible(DeviceReport report) {
    return flexible(report, MULTIPLES, LONGEST);
  }

  /**
   * {@return products of up to nine times the granularities of a device's flexible rows, with sides
   * of at most 96 elements and of the device's greatest dimension} The list is empty without
   * flexible rows.
   *
   * @param report of the device
   */
  public static List<Products> wide(DeviceReport report) {
    long most = Math.min(WIDEST, report.limit("cooperativeMatrixFlexibleDimensionsMaxDimension"));
    return flexible(report, WIDE, most);
  }

  private static List<Products> flexible(DeviceReport report, int[][] multiples, long longest) {
    Set<Products> all = new LinkedHashSet<>();
    for (FlexibleProperties row : report.flexibleProperties()) {
      for (int[] multiple : multiples) {
        MatrixProperties sized = row.times(multiple[0], multiple[1], multiple[2]);
        if (Math.max(sized.m(), Math.max(sized.n(), sized.k())) <= longest) {
          all.add(new Products(sized, row.workgroupInvocations()));
        }
      }
    }
    return supported(report, all);
  }

  /** The longest sides that a device's flexible rows allow, one at a time (CM2-FLEX-005). */
  static List<Products> longest(DeviceReport report) {
    int most = (int) report.limit("cooperativeMatrixFlexibleDimensionsMaxDimension");
    Set<Products> all = new LinkedHashSet<>();
    for (FlexibleProperties row : report.flexibleProperties()) {
      MatrixProperties least = row.times(1, 1, 1);
      int m = most / least.m();
      int n = most / least.n();
      int k = most / least.k();
      for (int[] multiple : new int[][] {{m, 1, 1}, {1, n, 1}, {1, 1, k}}) {
        all.add(
            new Products(
                row.times(multiple[0], multiple[1], multiple[2]), row.workgroupInvocations()));
      }
    }
    return supported(report, all);
  }

  /** Products of a depth that is no power of two, of a device's flexible rows. */
  static List<Products> deep(DeviceReport report) {
    int most = (int) report.limit("cooperativeMatrixFlexibleDimensionsMaxDimension");
    Set<Products> all = new LinkedHashSet<>();
    for (FlexibleProperties row : report.flexibleProperties()) {
      MatrixProperties sized = row.times(1, 1, 3);
      if (sized.k() <= most) {
        all.add(new Products(sized, row.workgroupInvocations()));
      }
    }
    return supported(report, all);
  }

  private static List<Products> supported(DeviceReport report, Set<Products> all) {
    return all.stream()
        .filter(
            one ->
                ComponentSupport.missing(
                        report, one.row.a(), one.row.b(), one.row.c(), one.row.result())
                    .isEmpty())
        .toList();
  }

  /**
   * {@return every matrix type in the device's rows of scope subgroup and in the products of {@link
   * #flexible}, each once} Types without the alignment that loads need are left out.
   *
   * @param report of the device
   */
  public static List<ScopedType> all(DeviceReport report) {
    Set<ScopedType> all = new LinkedHashSet<>();
    products(report).forEach(one -> all.addAll(one.kinds()));
    return all.stream().filter(ScopedType::isAligned).toList();
  }

  /** Whether its rows can lie one behind the other in memory (KHR-ALIGN-002). */
  boolean isAligned() {
    int line = type.columns() * type.component().bytes();
    return line < 16 || line % 16 == 0;
  }

  boolean isWorkgroup() {
    return type.scope() == Scope.WORKGROUP;
  }

  int localSize(DeviceReport report) {
    return shape(report).instances() * shape(report).instanceSize();
  }

  /** What runs a program of such matrices: two subgroups of a workgroup, or the workgroup. */
  LaunchShape shape(DeviceReport report) {
    return isWorkgroup()
        ? new LaunchShape(type.scope(), 1, invocations)
        : LaunchShape.of(report, type.scope());
  }

  /** Scope instances in a workgroup. */
  int perWorkgroup() {
    return isWorkgroup() ? 1 : LaunchShape.SUBGROUPS;
  }

  /** Scope instances in the whole dispatch. */
  int instances() {
    return WORKGROUPS * perWorkgroup();
  }

  /** The number of an invocation's scope instance, in GLSL. */
  String instance() {
    return isWorkgroup()
        ? "gl_WorkGroupID.x"
        : "(gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID)";
  }

  /**
   * {@return the name in case names: the type's label and the scope, with the workgroup's
   * invocations behind it for scope workgroup}
   */
  public String label() {
    return type.label() + "." + type.scope() + (isWorkgroup() ? invocations : "");
  }

  /** Its name among kinds. */
  @Override
  public String toString() {
    return label();
  }

  /** A template in which the part that all have is filled in for this kind. */
  ShaderTemplate template(DeviceReport report, String name, String extensions) {
    return template(
        report, name, extensions, Integer.toString(type.rows()), Integer.toString(type.columns()));
  }

  /** The same with other words for the matrix's sizes. */
  ShaderTemplate template(
      DeviceReport report, String name, String extensions, String rows, String columns) {
    return ShaderTemplate.of("nv2/" + name).with("HEAD", head(report, extensions, rows, columns));
  }

  private String head(DeviceReport report, String extensions, String rows, String columns) {
    return ShaderTemplate.of("nv2/head.glsl")
        .with(
            "EXTENSIONS",
            (ComponentSupport.extension(type.component()) + "\n" + extensions).strip())
        .with("LOCAL_SIZE", localSize(report))
        .with("COMPONENT", type.component().glsl(1))
        .with("SCOPE", type.scope().glsl())
        .with("MATRIX_ROWS", rows)
        .with("MATRIX_COLUMNS", columns)
        .with("ROWS", type.rows())
        .with("COLUMNS", type.columns())
        .with("USE", type.use().glsl())
        .with("INSTANCE", instance())
        .text()
        .strip();
  }
}
