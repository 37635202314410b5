// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.model.Enabled;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.numbers.LittleEndian;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import org.lwjgl.util.spvc.Spv;

/**
 * A shader made ready to be run: its module and all that decides on its pipeline. {@link
 * Device#prepare} takes it. Arrays are not copied, and nobody changes them.
 *
 * @param label names it in messages
 * @param stage where the shader stands in a pipeline
 * @param companions the modules of the other stages that the pipeline needs, of entry points {@code
 *     main}
 * @param code what is run
 * @param inputs what it takes
 * @param subgroups what its subgroups must be
 * @param way how the shader comes to the driver
 * @param enabled what the device it runs on was made with, beside what is enabled as a matter of
 *     course
 */
public record Kernel(
    String label,
    ShaderStage stage,
    SortedMap<ShaderStage, byte[]> companions,
    Code code,
    Inputs inputs,
    Subgroups subgroups,
    SubmissionPath way,
    Set<Enabled> enabled) {

  /**
   * Copies the enabled groups.
   *
   * @param label names it in messages
   * @param stage where the shader stands in a pipeline
   * @param companions the modules of the other stages that the pipeline needs, of entry points
   *     {@code main}
   * @param code what is run
   * @param inputs what it takes
   * @param subgroups what its subgroups must be
   * @param way how the shader comes to the driver
   * @param enabled what the device it runs on was made with, beside what is enabled as a matter of
   *     course
   */
  public Kernel {
    enabled = Set.copyOf(enabled);
  }

  /**
   * Makes a kernel for a device that is opened with the feature groups that its path needs, and no
   * more.
   *
   * @param label names the shader in messages
   * @param stage where the shader stands in a pipeline
   * @param companions by stage, the modules of the other shaders of the pipeline, words in
   *     little-endian order; may be empty
   * @param code what is run
   * @param inputs what it takes
   * @param subgroups what its subgroups must be
   * @param way the path to the driver
   */
  public Kernel(
      String label,
      ShaderStage stage,
      SortedMap<ShaderStage, byte[]> companions,
      Code code,
      Inputs inputs,
      Subgroups subgroups,
      SubmissionPath way) {
    this(label, stage, companions, code, inputs, subgroups, way, way.enabled());
  }

  /**
   * An entry point of a module, with its constants.
   *
   * @param spirv the module, words in little-endian order
   * @param entry name of the entry point
   * @param specialization by SpecId, the bytes of constants in little-endian order; may be empty
   */
  public record Code(byte[] spirv, String entry, SortedMap<Integer, byte[]> specialization) {}

  /**
   * What a shader takes.
   *
   * @param bindings set and binding of each bound buffer
   * @param pushBytes size of the push constants in bytes; 0 for none
   */
  public record Inputs(List<Binding> bindings, int pushBytes) {}

  /**
   * What a shader's subgroups must be.
   *
   * @param required invocations of a subgroup; empty where the driver may choose
   * @param full whether they must be full; those of a required size are where the module has
   *     matrices ({@link #isFull})
   */
  public record Subgroups(OptionalInt required, boolean full) {

    /** Nothing is required. */
    public static final Subgroups ANY = new Subgroups(OptionalInt.empty(), false);
  }

  /** {@return the module's words in little-endian byte order} */
  public byte[] spirv() {
    return code.spirv;
  }

  /** {@return the name of the entry point} */
  public String entry() {
    return code.entry;
  }

  /** {@return the bytes of each specialization constant by its id} */
  public SortedMap<Integer, byte[]> specialization() {
    return code.specialization;
  }

  /** {@return the storage buffers that it takes, as set and binding} */
  public List<Binding> bindings() {
    return inputs.bindings;
  }

  /** {@return the bytes of push constants} */
  public int pushBytes() {
    return inputs.pushBytes;
  }

  /** {@return the invocations that a subgroup must have} */
  public OptionalInt requiredSubgroupSize() {
    return subgroups.required;
  }

  /** Bytes before a module's first instruction, and of OpCapability. */
  private static final int HEADER = 20;

  private static final int CAPABILITY = 2 << 16 | Spv.SpvOpCapability;

  /**
   * {@return whether the pipeline asks for full subgroups: where {@link #subgroups} says so, and
   * where a subgroup size is required and the module declares cooperative matrices}
   */
  public boolean isFull() {
    return subgroups.full
        || subgroups.required.isPresent()
            && (declares(Spv.SpvCapabilityCooperativeMatrixKHR)
                || declares(Spv.SpvCapabilityCooperativeMatrixNV));
  }

  /**
   * {@return whether the module declares a capability} Only the capabilities directly behind its
   * header are looked at, where SPIR-V wants them.
   *
   * @param capability its number in SPIR-V
   */
  public boolean declares(int capability) {
    for (int at = HEADER;
        at + 8 <= code.spirv.length && LittleEndian.get(code.spirv, at, 4) == CAPABILITY;
        at += 8) {
      if (LittleEndian.get(code.spirv, at + 4, 4) == capability) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return a copy of this kernel with other specialization constants}
   *
   * @param other by SpecId, the bytes of constants in little-endian order; they replace all
   */
  public Kernel specialized(SortedMap<Integer, byte[]> other) {
    return with(new Code(code.spirv, code.entry, other), subgroups);
  }

  /**
   * {@return a copy of this kernel with another module}
   *
   * @param module words in little-endian order, with the kernel's entry point, bindings and push
   *     constants
   */
  public Kernel with(byte[] module) {
    return with(new Code(module, code.entry, code.specialization), subgroups);
  }

  /**
   * {@return a copy of this kernel with another entry point}
   *
   * @param other name of an entry point of the module, in the kernel's stage
   */
  public Kernel entering(String other) {
    return with(new Code(code.spirv, other, code.specialization), subgroups);
  }

  /**
   * {@return a copy of this kernel that requires a subgroup size}
   *
   * @param size in invocations, a power of two that the device allows
   */
  public Kernel requiring(int size) {
    return with(code, new Subgroups(OptionalInt.of(size), subgroups.full));
  }

  private Kernel with(Code other, Subgroups wanted) {
    return new Kernel(label, stage, companions, other, inputs, wanted, way, enabled);
  }

  /**
   * Where a buffer is bound.
   *
   * @param set number of the descriptor set
   * @param binding number in the set
   * @param element which of an array of buffers it is, 0 where there is one
   */
  public record Binding(int set, int binding, int element) implements Comparable<Binding> {

    /**
     * A binding that is not an array.
     *
     * @param set number of the descriptor set
     * @param binding number in the set
     */
    public Binding(int set, int binding) {
      this(set, binding, 0);
    }

    /**
     * {@return the binding of element 0 of the array of buffers that this one belongs to; an equal
     * binding where it is no array}
     */
    public Binding first() {
      return new Binding(set, binding);
    }

    @Override
    public int compareTo(Binding other) {
      return Comparator.comparingInt(Binding::set)
          .thenComparingInt(Binding::binding)
          .thenComparingInt(Binding::element)
          .compare(this, other);
    }
  }
}
