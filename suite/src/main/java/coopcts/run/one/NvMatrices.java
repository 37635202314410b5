// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.joined;
import static coopcts.spirv.ModuleWords.opcode;
import static coopcts.spirv.ModuleWords.rest;

import coopcts.grammar.CapabilityNeeds;
import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleWords;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * Makes of a module with SPV_KHR_cooperative_matrix one with its predecessor,
 * SPV_NV_cooperative_matrix. Its types have no use: those that differ in nothing else become one.
 * Layouts become boolean constants. Products have no operands: component types say what is signed.
 *
 * <p>It changes words of a front end, since what it changes are texts and no programs: khr.moves
 * and the sizes along other axes of khr.reach. Programs are written so ({@code
 * SpirvOption.NV_COOPERATIVE_MATRIX}).
 */
final class NvMatrices {

  private static final String LATER = extension(Spv.SpvCapabilityCooperativeMatrixKHR);
  private static final String EXTENSION = extension(Spv.SpvCapabilityCooperativeMatrixNV);

  /** The bits of a product's operands that say which integers are signed. */
  private static final int SIGNED =
      Spv.SpvCooperativeMatrixOperandsMatrixASignedComponentsKHRMask
          | Spv.SpvCooperativeMatrixOperandsMatrixBSignedComponentsKHRMask
          | Spv.SpvCooperativeMatrixOperandsMatrixCSignedComponentsKHRMask
          | Spv.SpvCooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask;

  /** What the predecessor does not have of matrices. */
  private static final Set<OpcodeKind> LATER_OPERATORS =
      EnumSet.of(OpcodeKind.MULTIPLY, OpcodeKind.BITCAST);

  private final ModuleWords module;
  private final Map<Integer, int[]> types = new HashMap<>();
  private final Map<Integer, int[]> values = new HashMap<>();
  private final List<int[]> added = new ArrayList<>();
  private int bound;
  private int bool;

  /** The boolean constants for layouts, by the layouts' ids. */
  private final Map<Integer, Integer> columnMajor = new HashMap<>();

  private NvMatrices(byte[] spirv) {
    module = ModuleWords.of(spirv);
    bound = module.bound();
    Set<Integer> known = new HashSet<>();
    for (int[] i : module.instructions()) {
      if (MergedTypes.declares(opcode(i))) {
        types.put(i[1], i);
        known.add(i[1]);
      } else if (i.length > 2 && known.contains(i[1])) {
        values.put(i[2], i);
      }
    }
  }

  /**
   * A module with the predecessor's instructions.
   *
   * @throws CompileException if there is something in it that the predecessor cannot say
   */
  static byte[] in(byte[] spirv) throws CompileException {
    return new NvMatrices(spirv).rewritten();
  }

  private byte[] rewritten() throws CompileException {
    List<int[]> out = new ArrayList<>();
    for (int[] i : module.instructions()) {
      out.add(changed(i));
    }
    int first = 0;
    while (opcode(out.get(first)) != Spv.SpvOpFunction) {
      first++;
    }
    out.addAll(first, added);
    return module.with(bound, MergedTypes.in(out));
  }

  private int[] changed(int[] i) throws CompileException {
    int opcode = opcode(i);
    return switch (opcode) {
      case Spv.SpvOpCapability ->
          i[1] == Spv.SpvCapabilityCooperativeMatrixKHR
              ? instruction(Spv.SpvOpCapability, Spv.SpvCapabilityCooperativeMatrixNV)
              : i;
      case Spv.SpvOpExtension ->
          ModuleWords.text(i, 1).equals(LATER)
              ? instruction(Spv.SpvOpExtension, ModuleWords.text(EXTENSION))
              : i;
      case Spv.SpvOpTypeCooperativeMatrixKHR ->
          instruction(Spv.SpvOpTypeCooperativeMatrixNV, i[1], i[2], i[3], i[4], i[5]);
      case Spv.SpvOpCooperativeMatrixLengthKHR ->
          instruction(Spv.SpvOpCooperativeMatrixLengthNV, rest(i, 1));
      case Spv.SpvOpSpecConstantOp -> {
        int[] changed = i.clone();
        if (i[3] == Spv.SpvOpCooperativeMatrixLengthKHR) {
          changed[3] = Spv.SpvOpCooperativeMatrixLengthNV;
        }
        yield changed;
      }
      case Spv.SpvOpCooperativeMatrixLoadKHR ->
          instruction(
              Spv.SpvOpCooperativeMatrixLoadNV,
              joined(new int[] {i[1], i[2], i[3], stride(i, 5), columnMajor(i[4])}, rest(i, 6)));
      case Spv.SpvOpCooperativeMatrixStoreKHR ->
          instruction(
              Spv.SpvOpCooperativeMatrixStoreNV,
              joined(new int[] {i[1], i[2], stride(i, 4), columnMajor(i[3])}, rest(i, 5)));
      case Spv.SpvOpCooperativeMatrixMulAddKHR -> product(i);
      default -> {
        if (LATER_OPERATORS.contains(Opcode.of(opcode).kind()) && isMatrix(types.get(i[1]))) {
          throw unsaid("instruction " + opcode + " of matrices");
        }
        yield i;
      }
    };
  }

  private static String extension(int capability) {
    return CapabilityNeeds.extension(capability).orElseThrow();
  }

  private static CompileException unsaid(String what) {
    return new CompileException(EXTENSION + " has no " + what);
  }

  private static boolean isMatrix(int[] type) {
    return type != null && opcode(type) == Spv.SpvOpTypeCooperativeMatrixKHR;
  }

  private static int stride(int[] i, int at) throws CompileException {
    if (at >= i.length) {
      throw unsaid("loads and stores without a stride");
    }
    return i[at];
  }

  /** The boolean constant that stands for a layout. */
  private int columnMajor(int layout) throws CompileException {
    Integer known = columnMajor.get(layout);
    if (known != null) {
      return known;
    }
    int[] constant = values.get(layout);
    int id = bound++;
    columnMajor.put(layout, id);
    switch (opcode(constant)) {
      case Spv.SpvOpConstant -> {
        if (constant[3] < 0 || constant[3] > Spv.SpvCooperativeMatrixLayoutColumnMajorKHR) {
          throw unsaid("layout " + constant[3]);
        }
        boolean isRows = constant[3] == Spv.SpvCooperativeMatrixLayoutRowMajorKHR;
        added.add(instruction(isRows ? Spv.SpvOpConstantFalse : Spv.SpvOpConstantTrue, bool(), id));
      }
      case Spv.SpvOpSpecConstant, Spv.SpvOpSpecConstantOp -> {
        int rows = bound++;
        added.add(
            instruction(
                Spv.SpvOpConstant, constant[1], rows, Spv.SpvCooperativeMatrixLayoutRowMajorKHR));
        added.add(
            instruction(Spv.SpvOpSpecConstantOp, bool(), id, Spv.SpvOpINotEqual, layout, rows));
      }
      default -> throw unsaid("layouts that are no constants");
    }
    return id;
  }

  private int bool() {
    if (bool == 0) {
      bool =
          types.values().stream()
              .filter(type -> opcode(type) == Spv.SpvOpTypeBool)
              .mapToInt(type -> type[1])
              .findFirst()
              .orElseGet(
                  () -> {
                    added.addFirst(instruction(Spv.SpvOpTypeBool, bound));
                    return bound++;
                  });
    }
    return bool;
  }

  private int[] product(int[] i) throws CompileException {
    int operands = i.length > 6 ? i[6] : 0;
    int signed = 0;
    int[] matrices = {i[3], i[4], i[5], i[2]};
    for (int n = 0; n < matrices.length; n++) {
      int[] component = types.get(types.get(values.get(matrices[n])[1])[2]);
      if (opcode(component) == Spv.SpvOpTypeInt && component[3] == 1) {
        signed |= 1 << n;
      }
    }
    if ((operands & SIGNED) != signed || (operands & ~SIGNED) != 0) {
      throw unsaid("products with operands %d, types' signs being %d".formatted(operands, signed));
    }
    return instruction(Spv.SpvOpCooperativeMatrixMulAddNV, i[1], i[2], i[3], i[4], i[5]);
  }
}
