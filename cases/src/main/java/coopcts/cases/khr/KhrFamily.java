// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.LaunchShape;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.plan.Case;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Constant;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the families of GL_KHR_cooperative_matrix share: cases for every matrix type that a device
 * reports, run by several subgroups of several workgroups at once.
 */
abstract class KhrFamily extends GatedFamily {

  /** Scope instances in a workgroup. */
  static final int INSTANCES = LaunchShape.SUBGROUPS;

  /** Workgroups in a dispatch. */
  static final int WORKGROUPS = LaunchShape.WORKGROUPS;

  /** Scope instances in a dispatch. */
  static final int ALL = INSTANCES * WORKGROUPS;

  /** How rows and columns stand in a shader. */
  static final List<String> SIZES = List.of("written", "specialized");

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return types(report, profile).stream()
        .flatMap(
            type -> {
              Optional<String> missing = ComponentSupport.missing(report, type.component());
              return missing.isPresent()
                  ? Stream.of(Case.unsupported(name(type), assertions(), missing.get()))
                  : cases(report, profile, type);
            });
  }

  /** The cases for one matrix type that the device can take. */
  abstract Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type);

  /** All matrix types; for a smoke run the first of each component type and use. */
  static List<MatrixType> types(DeviceReport report, Profile profile) {
    if (profile != Profile.SMOKE) {
      return List.copyOf(report.matrixTypes());
    }
    Map<Object, MatrixType> first = new LinkedHashMap<>();
    for (MatrixType type : report.matrixTypes()) {
      first.putIfAbsent(List.of(type.component(), type.use()), type);
    }
    return List.copyOf(first.values());
  }

  /** The name of a type's cases, up to the family's own axes. */
  String name(MatrixType type) {
    return name() + "." + type.label() + "." + type.scope();
  }

  static Program program(
      DeviceReport report, Scope scope, List<MatrixArray> slots, List<Operation> body) {
    return LaunchShape.of(report, scope).program(slots, body);
  }

  /** A matrix whose rows and columns are specialization constants 0 and 1. */
  static Matrix specialized(String name, MatrixType type) {
    return new Matrix(
        name,
        type,
        Optional.of(dimension(0, "ROWS", type.rows())),
        Optional.of(dimension(1, "COLUMNS", type.columns())));
  }

  static Constant dimension(int id, String name, int value) {
    return new Constant(id, name, ComponentType.UINT32, value == 1 ? 2 : 1, value);
  }

  /** Line behind line, for all scope instances. */
  static MatrixPlacement natural(MatrixArray slot) {
    return LaunchShape.natural(slot, INSTANCES);
  }

  /** A subcase whose slots all lie naturally; the filler gives each slot's bytes. */
  static ProgramSubcase subcase(String name, List<MatrixArray> slots, LaunchShape.Filler filler) {
    return LaunchShape.subcase(name, slots, INSTANCES, filler);
  }
}
