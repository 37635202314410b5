// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Pointee;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Matrices that keep a program of vectors company: each workgroup is one subgroup, which holds
 * them.
 *
 * @param row the product that they have
 * @param inputs where each type is loaded from
 * @param outputs where each type is stored
 */
record MixedTypes(MatrixProperties row, List<MatrixSlot> inputs, List<MatrixSlot> outputs) {

  /** One program with company in so many that could have it. */
  static final int ONE_IN = 2;

  /** Places for each workgroup. */
  private static final int TILES = 3;

  /**
   * Draws company.
   *
   * @param known the types that a device's matrices can have
   */
  static MixedTypes draw(
      MatrixProperties row,
      List<MatrixType> known,
      ProgramEnvironment around,
      SplittableRandom random) {
    Set<MatrixType> types = new LinkedHashSet<>(List.of(row.typeA()));
    types.add(row.typeB());
    types.add(row.typeC());
    types.add(row.typeResult());
    for (MatrixType from : List.copyOf(types)) {
      List<MatrixType> others = known.stream().filter(from::convertsTo).toList();
      if (!others.isEmpty() && random.nextBoolean()) {
        types.add(others.get(random.nextInt(others.size())));
      }
    }
    List<MatrixSlot> inputs = new ArrayList<>();
    List<MatrixSlot> outputs = new ArrayList<>();
    for (MatrixType type : types) {
      inputs.add(slot("tiles", Access.READ, type, inputs.size(), around, random));
      outputs.add(slot("results", Access.WRITE, type, outputs.size(), around, random));
    }
    around.addFactors(types);
    return new MixedTypes(row, inputs, outputs);
  }

  /** The products that can keep vectors company. */
  static List<MatrixProperties> rows(DeviceCapabilities offer) {
    return offer.products().stream().filter(row -> isKept(row.typeResult())).toList();
  }

  /** The types of matrices that can. */
  static List<MatrixType> types(DeviceCapabilities offer) {
    return offer.types().stream().filter(MixedTypes::isKept).toList();
  }

  /** Vectors have the types that stand in for doubles in the front end. */
  private static boolean isKept(MatrixType type) {
    return type.component() != ComponentType.FLOAT64;
  }

  private static MatrixSlot slot(
      String name,
      Access access,
      MatrixType type,
      int number,
      ProgramEnvironment around,
      SplittableRandom random) {
    Pointee pointee = Pointee.scalar(type.component());
    MemoryLayout[] layouts = MemoryLayout.values();
    MemoryLayout layout = layouts[random.nextInt(layouts.length)];
    boolean reads = access == Access.READ;
    int count = around.workgroups * TILES;
    List<MatrixPlacement> places =
        reads
            ? MatrixPlacement.forLoad(type, layout, pointee, count)
            : MatrixPlacement.forStore(type, layout, pointee, count);
    MatrixPlacement placement = places.get(random.nextInt(places.size()));
    Array array = Array.buffer(name + number, pointee, access);
    boolean signed = type.component().isFloat() || type.component().isSigned();
    around.add(
        array,
        reads
            ? InputPatterns.fill(
                type.component(),
                placement.bytes(),
                InputPatterns.integers(type.component(), signed ? -2 : 0, 2, random))
            : around.bytes(placement.bytes()));
    return new MatrixSlot(array, type, layout, placement, TILES);
  }
}
