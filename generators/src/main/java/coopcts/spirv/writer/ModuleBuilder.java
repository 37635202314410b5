// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.joined;
import static coopcts.spirv.ModuleWords.text;

import coopcts.grammar.CapabilityNeeds;
import coopcts.spirv.ModuleWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.lwjgl.util.spvc.Spv;

/**
 * A module that grows: its ids, and its instructions by the sections of SPIR-V 2.4. Types,
 * constants and whatever else is the same are there once.
 */
final class ModuleBuilder {

  private static final int MAGIC = 0x0723_0203;

  /** The first minor version of SPIR-V whose entry points name all global variables. */
  private static final int WHOLE_INTERFACE = 4;

  private final int minor;
  private final Set<Integer> capabilities = new TreeSet<>(List.of(Spv.SpvCapabilityShader));
  private final Set<String> extensions = new TreeSet<>();
  private final List<int[]> modes = new ArrayList<>();
  private final List<int[]> names = new ArrayList<>();
  private final List<int[]> decorations = new ArrayList<>();
  private final List<int[]> declarations = new ArrayList<>();
  private final List<int[]> functions = new ArrayList<>();
  private final Map<List<Object>, Integer> known = new HashMap<>();
  private final List<Integer> variables = new ArrayList<>();
  private final List<Integer> inputs = new ArrayList<>();
  private int bound = 1;
  private int addressing = Spv.SpvAddressingModelLogical;
  private int imported;
  private int idle;

  /**
   * @param minor version of SPIR-V
   */
  ModuleBuilder(int minor) {
    this.minor = minor;
  }

  /** A new id. */
  int id() {
    return bound++;
  }

  /** Capabilities with their extensions. */
  void capability(int... all) {
    for (int one : all) {
      capabilities.add(one);
      CapabilityNeeds.extension(one).ifPresent(extensions::add);
    }
  }

  void extension(String name) {
    extensions.add(name);
  }

  /** An extension that a later version of SPIR-V has in it. */
  void extensionBefore(int version, String name) {
    if (minor < version) {
      extensions.add(name);
    }
  }

  /** From now on pointers may be 64-bit addresses. */
  void address() {
    addressing = Spv.SpvAddressingModelPhysicalStorageBuffer64;
    capability(Spv.SpvCapabilityPhysicalStorageBufferAddresses);
    extensionBefore(5, "SPV_KHR_physical_storage_buffer");
  }

  /** The id of GLSL.std.450's instructions. */
  int glsl() {
    if (imported == 0) {
      imported = id();
    }
    return imported;
  }

  /** The id of what a key stands for, which is made where there is none yet. */
  int once(List<Object> key, IntSupplier made) {
    Integer id = known.get(key);
    if (id == null) {
      id = made.getAsInt();
      known.put(key, id);
    }
    return id;
  }

  /** A type: its id stands before its operands. */
  int type(int opcode, int... operands) {
    return once(key(opcode, operands), () -> ownType(opcode, operands));
  }

  /** A type of its own, which decorations make different from others of the same operands. */
  int ownType(int opcode, int... operands) {
    int id = id();
    declarations.add(instruction(opcode, joined(new int[] {id}, operands)));
    return id;
  }

  /** A constant: its type and its id stand before its operands. */
  int constant(int opcode, int type, int... operands) {
    return once(key(opcode, joined(new int[] {type}, operands)), () -> own(opcode, type, operands));
  }

  /** A specialization constant. */
  int specialized(int opcode, int type, int number, int... operands) {
    int id = own(opcode, type, operands);
    decorate(id, Spv.SpvDecorationSpecId, number);
    return id;
  }

  private int own(int opcode, int type, int... operands) {
    int id = id();
    declarations.add(instruction(opcode, joined(new int[] {type, id}, operands)));
    return id;
  }

  /** A variable of the module. */
  int variable(int pointer, int storage, int... initializer) {
    return declared(Spv.SpvOpVariable, pointer, storage, initializer);
  }

  /** A variable of the module whose pointer has no type. */
  int untypedVariable(int pointer, int storage, int type) {
    return declared(Spv.SpvOpUntypedVariableKHR, pointer, storage, type);
  }

  private int declared(int opcode, int pointer, int storage, int... more) {
    int id = own(opcode, pointer, joined(new int[] {storage}, more));
    (storage == Spv.SpvStorageClassInput ? inputs : variables).add(id);
    return id;
  }

  private static List<Object> key(int opcode, int... words) {
    List<Object> key = new ArrayList<>(List.of(opcode));
    Arrays.stream(words).forEach(key::add);
    return key;
  }

  void decorate(int id, int decoration, int... operands) {
    decorations.add(instruction(Spv.SpvOpDecorate, joined(new int[] {id, decoration}, operands)));
  }

  void decorateMember(int id, int member, int decoration, int... operands) {
    decorations.add(
        instruction(Spv.SpvOpMemberDecorate, joined(new int[] {id, member, decoration}, operands)));
  }

  void name(int id, String name) {
    names.add(instruction(Spv.SpvOpName, joined(new int[] {id}, text(name))));
  }

  void mode(int entry, int mode, int... operands) {
    modes.add(instruction(Spv.SpvOpExecutionMode, joined(new int[] {entry, mode}, operands)));
  }

  /** Makes a function an entry point that stands before {@code main} and has one invocation. */
  void idle(int entry) {
    idle = entry;
    mode(entry, Spv.SpvExecutionModeLocalSize, 1, 1, 1);
  }

  /** Adds whole functions. */
  void function(List<int[]> instructions) {
    functions.addAll(instructions);
  }

  /**
   * The module's words, little-endian.
   *
   * @param entry id of {@code main}, a compute shader
   */
  byte[] words(int entry) {
    List<int[]> all = new ArrayList<>();
    capability(Spv.SpvCapabilityVulkanMemoryModel);
    extensionBefore(5, "SPV_KHR_vulkan_memory_model");
    capabilities.forEach(one -> all.add(instruction(Spv.SpvOpCapability, one)));
    extensions.forEach(one -> all.add(instruction(Spv.SpvOpExtension, text(one))));
    if (imported != 0) {
      all.add(
          instruction(Spv.SpvOpExtInstImport, joined(new int[] {imported}, text("GLSL.std.450"))));
    }
    all.add(instruction(Spv.SpvOpMemoryModel, addressing, Spv.SpvMemoryModelVulkan));
    if (idle != 0) {
      all.add(instruction(Spv.SpvOpEntryPoint, entry(idle, "idle")));
    }
    List<Integer> globals = new ArrayList<>(inputs);
    if (minor >= WHOLE_INTERFACE) {
      globals.addAll(variables);
    }
    all.add(
        instruction(
            Spv.SpvOpEntryPoint,
            joined(entry(entry, "main"), globals.stream().mapToInt(Integer::intValue).toArray())));
    all.addAll(modes);
    all.addAll(names);
    all.addAll(decorations);
    all.addAll(declarations);
    all.addAll(functions);
    return new ModuleWords(new int[] {MAGIC, 1 << 16 | minor << 8, 0, bound, 0}, List.of())
        .with(bound, all);
  }

  private static int[] entry(int id, String name) {
    return joined(new int[] {Spv.SpvExecutionModelGLCompute, id}, text(name));
  }
}
