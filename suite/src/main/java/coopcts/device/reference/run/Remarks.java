// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lwjgl.util.spvc.Spv;

/**
 * What an instruction does beyond the table of cover points, for those who look for what failing
 * shaders have in common: groups of types, how numbers are converted, addresses by their divisors,
 * and tensor layouts whose numbers do not go into each other.
 */
final class Remarks {

  /** Addresses and strides of driver code that is made of wide words. */
  private static final int[] WIDE = {16, 32};

  /** Significant bits of bfloat16, to which other numbers may be cut. */
  private static final int FEW_BITS = 8;

  private final InstructionInfo standing;
  private final Module module;
  private final CoverageWatch watch;

  /** What is so each time. */
  private final List<String> always = new ArrayList<>();

  /** Operands that are floats of more than a few significant bits, by what they are called. */
  private final Map<Integer, String> floats = new LinkedHashMap<>();

  Remarks(InstructionInfo standing, Module module) {
    this.standing = standing;
    this.module = module;
    this.watch = module.behaviour().watch();
    types();
    switch (standing.kind) {
      case FILL, VECTOR_FILL -> construction();
      case CONVERT, VECTOR_CONVERT -> conversion();
      case READ, WRITE -> component();
      case LOAD, STORE -> stride();
      case COPY -> copy();
      default -> {
        // The table of cover points says all.
      }
    }
    significant(standing.in, "on numbers of more than 8 significant bits");
    significant(standing.with, "with right operands: numbers of more than 8 significant bits");
  }

  /** Tells what the instruction does this time, before it does. */
  void make(Machine machine) {
    always.forEach(words -> watch.remark(standing.kind.words(), words, false));
    floats.forEach(
        (id, words) -> {
          if (isFine(machine.get(id), (FloatFormat) format(id))) {
            watch.remark(standing.kind.words(), words, true);
          }
        });
    if (standing.pointer != 0) {
      memory(machine, machine.firstActive());
    }
  }

  private void always(String words) {
    always.add(words);
  }

  private void types() {
    ComponentType type = standing.component.componentType();
    always("of %d-bit components".formatted(type.bits()));
    always("of " + group(type));
  }

  private static String group(ComponentType type) {
    return type.isFloat() ? "floats" : type.isSigned() ? "signed integers" : "unsigned integers";
  }

  private void construction() {
    Instruction i = standing.i;
    boolean isOfOne = true;
    for (int at = 1; at < i.count(); at++) {
      isOfOne &= i.operand(at) == i.operand(0);
    }
    always(isOfOne ? "of one scalar" : "of several values");
    if (module.isConstant(i.operand(0))) {
      always("of a constant");
    }
  }

  private void conversion() {
    ComponentType from = module.typeOf(standing.in).component().componentType();
    ComponentType to = standing.component.componentType();
    always("from " + group(from));
    String groups = "from %s to %s".formatted(group(from), group(to));
    String width =
        to.bits() == from.bits() ? "as many" : to.bits() > from.bits() ? "more" : "fewer";
    always(groups);
    always("%s of %s bits".formatted(groups, width));
    always("from %d-bit components".formatted(from.bits()));
    always("to %s bits".formatted(width));
  }

  private void component() {
    Instruction i = standing.i;
    Instruction chain = module.definition(i.operand(0));
    if (i.opcode() != Spv.SpvOpCompositeExtract
        && !module.isConstant(chain.operand(chain.count() - 1))) {
      always("at an index known at run time");
    }
  }

  /** A matrix of an array whose place there is no constant. */
  private void copy() {
    Instruction i = standing.i;
    Instruction chain = module.definition(i.operand(0));
    boolean isChain =
        chain.opcode() == Spv.SpvOpAccessChain || chain.opcode() == Spv.SpvOpInBoundsAccessChain;
    for (int at = 1; isChain && at < chain.count(); at++) {
      if (!module.isConstant(chain.operand(at))) {
        always((i.type() == 0 ? "into" : "from") + " a run-time index");
      }
    }
  }

  private void stride() {
    boolean isUsual =
        standing.stride == 0
            || module.isConstant(standing.stride)
            || module.typeOf(standing.stride).size() == Integer.BYTES;
    if (!isUsual) {
      always("with a stride of 16 or 64 bits that is known at run time");
    }
  }

  private void significant(int id, String words) {
    if (id != 0 && format(id) instanceof FloatFormat format && format.mantissaBits() >= FEW_BITS) {
      floats.put(id, words);
    }
  }

  private NumberFormat format(int id) {
    Instruction made = module.definition(id);
    if (made == null || made.type() == 0) {
      return null;
    }
    Type component = module.typeOf(id).component();
    return component instanceof Type.Float real ? real.componentType().format() : null;
  }

  private static boolean isFine(Object value, FloatFormat format) {
    return switch (value) {
      case MatrixValue matrix -> {
        for (int instance = 0; instance < matrix.instances(); instance++) {
          if (matrix.isSet(instance) && isFine(matrix.tile(instance), format)) {
            yield true;
          }
        }
        yield false;
      }
      case long[] patterns -> {
        for (long pattern : patterns) {
          if (isFine(pattern, format)) {
            yield true;
          }
        }
        yield false;
      }
      case Object[] parts -> {
        for (Object part : parts) {
          if (isFine(part, format)) {
            yield true;
          }
        }
        yield false;
      }
      case null, default -> false;
    };
  }

  private static boolean isFine(long pattern, FloatFormat format) {
    return format.isFinite(pattern)
        && (pattern & (1L << format.mantissaBits() - FEW_BITS + 1) - 1) != 0;
  }

  private void memory(Machine machine, int lane) {
    long address = Lanes.get(machine.scalar(standing.pointer), lane);
    if (standing.offset != 0) {
      address += Lanes.get(machine.scalar(standing.offset), lane);
    }
    divisors(Memory.offset(address), "at no multiple of %d bytes");
    if (standing.stride != 0) {
      long stride = Lanes.get(machine.scalar(standing.stride), lane);
      divisors(
          stride * module.pointee(standing.pointer).size(),
          "with a stride of no multiple of %d bytes");
    }
    if (standing.layout != 0) {
      tensor(machine, lane);
    }
  }

  private void divisors(long bytes, String words) {
    for (int wide : WIDE) {
      if (bytes % wide != 0) {
        watch.remark(standing.kind.words(), words.formatted(wide), false);
      }
    }
  }

  private void tensor(Machine machine, int lane) {
    int d = ((Type.TensorLayout) module.typeOf(standing.layout)).dimensions();
    Object[] parts = (Object[]) machine.get(standing.layout);
    for (int least = 2; least <= d; least++) {
      layout("of %d and more dimensions".formatted(least));
    }
    for (int at = 0; at < d; at++) {
      long dimension = Lanes.get((long[]) parts[at], lane);
      long block = Lanes.get((long[]) parts[4 * d + at], lane);
      if (block > 1 && dimension % block != 0) {
        layout("of a dimension that is no multiple of its block");
        if (at > 0) {
          layout("of an inner dimension that is no multiple of its block");
        }
      }
    }
    if (Lanes.get((long[]) parts[2 * d - 1], lane) != 1) {
      layout("with an innermost stride other than 1");
    }
  }

  /** What loads, decode functions and stores go by alike. */
  private void layout(String words) {
    watch.remark("tensor layout", words, false);
  }
}
