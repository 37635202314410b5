// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import org.lwjgl.util.spvc.Spv;

/** What a module takes from outside: its buffers, with what their elements are. */
final class ShaderInterface {

  /** What a buffer's elements are. */
  record Element(NumberFormat format) {

    static final Element HALF = new Element(FloatFormat.FLOAT16);

    static final Element WORD = new Element(IntegerFormat.unsigned(32));

    int bytes() {
      return format.bits() / 8;
    }

    boolean isFloat() {
      return format instanceof FloatFormat;
    }

    double value(byte[] buffer, int index) {
      return format.toDouble(LittleEndian.get(buffer, index * bytes(), bytes()));
    }

    /** Writes the n-th of small numbers of which neighbours differ. */
    void put(byte[] buffer, int at, int n) {
      int small = (n * 7 + n / 16) % 5;
      long bits =
          format instanceof FloatFormat floats
              ? floats.encode((small - 2) / 2.0, Rounding.NEAREST_EVEN)
              : small;
      LittleEndian.put(buffer, at, bytes(), bits);
    }
  }

  /**
   * A buffer that the module binds, or an array of them.
   *
   * @param count buffers of the array, 1 where it is none, 0 where the module leaves that open
   * @param bytes what its members take as they are declared; up to its last member where that is an
   *     array without a length
   * @param isOpen whether it ends in such an array, or says its size by a specialization constant
   */
  record Bound(
      int set, int binding, String name, Element element, int count, long bytes, boolean isOpen) {}

  /** Where bytes begin: the upper half of a float16 of 0.5. */
  private static final int RAW = 0x38;

  private static final int ARRAY_STRIDE = Spv.SpvDecorationArrayStride;

  private final Map<Integer, Instruction> definitions = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, Map<Integer, Integer>> decorations = new HashMap<>();
  private final Map<List<Integer>, Map<Integer, Integer>> members = new HashMap<>();
  private final Map<Bound, Integer> blocks = new HashMap<>();
  private final List<Bound> bound = new ArrayList<>();
  private final Map<Bound, Instruction> arrays = new HashMap<>();
  private final Set<Bound> asFloats = new HashSet<>();
  private final Reinterpretation reinterpretation;

  ShaderInterface(byte[] spirv) {
    List<Instruction> instructions = Instruction.parse(spirv);
    reinterpretation = new Reinterpretation(instructions);
    for (Instruction i : instructions) {
      switch (i.opcode()) {
        case Spv.SpvOpName -> names.put(i.operand(0), i.text(1));
        case Spv.SpvOpDecorate -> {
          if (i.count() > 2) {
            decorations
                .computeIfAbsent(i.operand(0), _ -> new HashMap<>())
                .put(i.operand(1), i.operand(2));
          }
        }
        case Spv.SpvOpMemberDecorate -> {
          if (i.count() > 2) {
            members
                .computeIfAbsent(List.of(i.operand(0), i.operand(1)), _ -> new HashMap<>())
                .put(i.operand(2), i.count() > 3 ? i.operand(3) : 1);
          }
        }
        default -> {
          if (i.result() != 0) {
            definitions.put(i.result(), i);
          }
        }
      }
    }
    definitions.values().stream()
        .filter(i -> i.opcode() == Spv.SpvOpVariable)
        .sorted(Comparator.comparingInt(Instruction::result))
        .forEach(i -> buffer(i).ifPresent(this::add));
    bound.sort(Comparator.comparingInt(Bound::set).thenComparingInt(Bound::binding));
  }

  /** Several variables of one binding are one buffer, seen as the first of them sees it. */
  private void add(Bound buffer) {
    if (bound.stream()
        .noneMatch(one -> one.set() == buffer.set() && one.binding() == buffer.binding())) {
      bound.add(buffer);
    }
  }

  /** The buffers, by set and binding. */
  List<Bound> bound() {
    return bound;
  }

  /**
   * How many buffers an array has, 1 where it is none, 0 where nobody says it.
   *
   * @param specialization values of constants, by id
   */
  int count(Bound buffer, SortedMap<Integer, byte[]> specialization) {
    Instruction array = arrays.get(buffer);
    if (array == null || array.opcode() != Spv.SpvOpTypeArray) {
      return buffer.count();
    }
    Instruction length = definitions.get(array.operand(1));
    if (length.opcode() != Spv.SpvOpSpecConstant) {
      return buffer.count();
    }
    int id =
        decorations
            .getOrDefault(length.result(), Map.of())
            .getOrDefault(Spv.SpvDecorationSpecId, -1);
    byte[] given = specialization.get(id);
    return given == null ? length.operand(0) : (int) LittleEndian.get(given, 0, given.length);
  }

  /**
   * Contents for a buffer: small numbers, each of its member's type, which may be indices and
   * counts; where the shader reads integers of it as floats, such as make no subnormal ones.
   */
  byte[] contents(Bound bound, int length) {
    byte[] contents = new byte[length];
    new Filling(contents, asFloats.contains(bound)).fill(blocks.get(bound), 0);
    return contents;
  }

  /** Fills a buffer member by member. */
  private final class Filling {
    private final byte[] buffer;
    private final boolean isReadAsFloats;
    private int numbers;

    Filling(byte[] buffer, boolean isReadAsFloats) {
      this.buffer = buffer;
      this.isReadAsFloats = isReadAsFloats;
    }

    private void fill(int type, long at) {
      Instruction i = definitions.get(type);
      switch (i.opcode()) {
        case Spv.SpvOpTypeStruct -> {
          for (int member = 0; member < i.count(); member++) {
            fill(i.operand(member), at + offset(type, member));
          }
        }
        case Spv.SpvOpTypeArray, Spv.SpvOpTypeRuntimeArray -> {
          int stride = decorations.getOrDefault(type, Map.of()).getOrDefault(ARRAY_STRIDE, 0);
          long count =
              i.opcode() == Spv.SpvOpTypeArray ? length(i).orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
          for (long n = 0; n < count && stride > 0 && at + n * stride < buffer.length; n++) {
            fill(i.operand(0), at + n * stride);
          }
        }
        case Spv.SpvOpTypeVector, Spv.SpvOpTypeMatrix -> {
          OptionalLong size = size(i.operand(0));
          for (int n = 0; n < i.operand(1) && size.isPresent(); n++) {
            fill(i.operand(0), at + n * size.getAsLong());
            packed(i.operand(0), at + n * size.getAsLong());
          }
        }
        default -> {
          Element scalar = element(type);
          if (at + scalar.bytes() <= buffer.length) {
            scalar.put(buffer, (int) at, numbers++);
            raw(type, (int) at);
          }
        }
      }
    }

    /** Words that come in vectors hold two float16 each, as authors pack them. */
    private void packed(int type, long at) {
      if (isReadAsFloats && isUnsigned(type, 32) && at + 4 <= buffer.length) {
        Element.HALF.put(buffer, (int) at, numbers);
        Element.HALF.put(buffer, (int) at + 2, numbers + 3);
      }
    }

    /** Two bytes are a float16 around 1, and no subnormal number. */
    private void raw(int type, int at) {
      if (isReadAsFloats && isUnsigned(type, 8)) {
        buffer[at] += RAW;
      }
    }
  }

  /** Whether a type is that of unsigned integers of a width. */
  private boolean isUnsigned(int type, int bits) {
    Instruction i = definitions.get(type);
    return i.opcode() == Spv.SpvOpTypeInt && i.operand(0) == bits && i.operand(1) == 0;
  }

  private Optional<Bound> buffer(Instruction variable) {
    int storage = variable.operand(0);
    Map<Integer, Integer> own = decorations.getOrDefault(variable.result(), Map.of());
    if (storage != Spv.SpvStorageClassStorageBuffer && storage != Spv.SpvStorageClassUniform
        || !own.containsKey(Spv.SpvDecorationBinding)) {
      return Optional.empty();
    }
    int block = definitions.get(variable.type()).operand(1);
    int count = 1;
    Instruction held = definitions.get(block);
    if (held.opcode() == Spv.SpvOpTypeRuntimeArray || held.opcode() == Spv.SpvOpTypeArray) {
      count = held.opcode() == Spv.SpvOpTypeArray ? (int) length(held).orElse(0) : 0;
      block = held.operand(0);
    }
    OptionalLong size = size(block);
    String name = names.getOrDefault(variable.result(), "");
    Bound found =
        new Bound(
            own.getOrDefault(Spv.SpvDecorationDescriptorSet, 0),
            own.get(Spv.SpvDecorationBinding),
            name.isEmpty() ? names.getOrDefault(block, "") : name,
            element(block),
            count,
            size.orElse(before(block)),
            size.isEmpty());
    blocks.put(found, block);
    arrays.put(found, held);
    if (reinterpretation.isOf(variable.result())) {
      asFloats.add(found);
    }
    return Optional.of(found);
  }

  private OptionalLong length(Instruction array) {
    Instruction length = definitions.get(array.operand(1));
    return length.opcode() == Spv.SpvOpConstant
        ? OptionalLong.of(Integer.toUnsignedLong(length.operand(0)))
        : OptionalLong.empty();
  }

  /** Bytes of a type in a buffer; empty where the module does not say. */
  private OptionalLong size(int type) {
    Instruction i = definitions.get(type);
    return switch (i.opcode()) {
      case Spv.SpvOpTypeStruct -> {
        long end = 0;
        for (int member = 0; member < i.count(); member++) {
          OptionalLong size = size(i.operand(member), type, member);
          if (size.isEmpty()) {
            yield size;
          }
          end = Math.max(end, offset(type, member) + size.getAsLong());
        }
        yield OptionalLong.of(end);
      }
      case Spv.SpvOpTypeArray -> {
        OptionalLong length = length(i);
        int stride = decorations.getOrDefault(type, Map.of()).getOrDefault(ARRAY_STRIDE, 0);
        yield length.isEmpty() || stride == 0
            ? OptionalLong.empty()
            : OptionalLong.of(length.getAsLong() * stride);
      }
      case Spv.SpvOpTypeVector -> {
        OptionalLong one = size(i.operand(0));
        yield one.isEmpty() ? one : OptionalLong.of(one.getAsLong() * i.operand(1));
      }
      case Spv.SpvOpTypeFloat, Spv.SpvOpTypeInt -> OptionalLong.of(i.operand(0) / 8);
      case Spv.SpvOpTypePointer -> OptionalLong.of(Long.BYTES);
      default -> OptionalLong.empty();
    };
  }

  private OptionalLong size(int type, int struct, int member) {
    Map<Integer, Integer> layout = members.getOrDefault(List.of(struct, member), Map.of());
    int stride = layout.getOrDefault(Spv.SpvDecorationMatrixStride, 0);
    Instruction i = definitions.get(type);
    if (i.opcode() != Spv.SpvOpTypeMatrix) {
      return size(type);
    }
    boolean byRows = layout.containsKey(Spv.SpvDecorationRowMajor);
    int lines = byRows ? definitions.get(i.operand(0)).operand(1) : i.operand(1);
    return OptionalLong.of((long) lines * stride);
  }

  private long offset(int struct, int member) {
    return members
        .getOrDefault(List.of(struct, member), Map.of())
        .getOrDefault(Spv.SpvDecorationOffset, 0);
  }

  /** Bytes before a block's last member. */
  private long before(int block) {
    return offset(block, definitions.get(block).count() - 1);
  }

  /** The scalars that a type ends in: those of a block's last member. */
  private Element element(int type) {
    Instruction i = definitions.get(type);
    return switch (i.opcode()) {
      case Spv.SpvOpTypeStruct -> element(i.operand(i.count() - 1));
      case Spv.SpvOpTypeArray,
          Spv.SpvOpTypeRuntimeArray,
          Spv.SpvOpTypeVector,
          Spv.SpvOpTypeMatrix ->
          element(i.operand(0));
      case Spv.SpvOpTypeFloat -> new Element(format(i));
      case Spv.SpvOpTypeInt -> new Element(IntegerFormat.unsigned(i.operand(0)));
      default -> Element.WORD;
    };
  }

  private static NumberFormat format(Instruction type) {
    return Type.declaredFloat(type)
        .map(ComponentType::format)
        .orElseGet(() -> IntegerFormat.unsigned(type.operand(0)));
  }
}
