// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.model.Enabled;
import coopcts.model.ShaderStage;
import coopcts.model.Way;
import coopcts.numbers.LittleEndian;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import org.lwjgl.util.spvc.Spv;

/**
 * A shader made ready to be run: all that decides on its pipeline.
 *
 * @param label names it in messages
 * @param stage where the shader stands in a pipeline
 * @param companions the modules of the other stages that the pipeline needs, of entry points {@code
 *     main}
 * @param spirv the module's words in little-endian byte order
 * @param entry name of the entry point
 * @param specialization bytes of each specialization constant by its id
 * @param bindings the storage buffers that it takes, as set and binding
 * @param pushBytes bytes of push constants
 * @param requiredSubgroupSize invocations that a subgroup must have
 * @param fullSubgroups whether subgroups must be full; those of a required size are where the
 *     module has matrices ({@link #isFull})
 * @param way how the shader comes to the driver
 * @param enabled what the device it runs on was made with, beside what is enabled as a matter of
 *     course
 */
public record Kernel(
    String label,
    ShaderStage stage,
    SortedMap<ShaderStage, byte[]> companions,
    byte[] spirv,
    String entry,
    SortedMap<Integer, byte[]> specialization,
    List<Binding> bindings,
    int pushBytes,
    OptionalInt requiredSubgroupSize,
    boolean fullSubgroups,
    Way way,
    Set<Enabled> enabled) {

  public Kernel {
    enabled = Set.copyOf(enabled);
  }

  /** One for a device made with what its way needs. */
  public Kernel(
      String label,
      ShaderStage stage,
      SortedMap<ShaderStage, byte[]> companions,
      byte[] spirv,
      String entry,
      SortedMap<Integer, byte[]> specialization,
      List<Binding> bindings,
      int pushBytes,
      OptionalInt requiredSubgroupSize,
      boolean fullSubgroups,
      Way way) {
    this(
        label,
        stage,
        companions,
        spirv,
        entry,
        specialization,
        bindings,
        pushBytes,
        requiredSubgroupSize,
        fullSubgroups,
        way,
        way.enabled());
  }

  /** Bytes before a module's first instruction, and of OpCapability. */
  private static final int HEADER = 20;

  private static final int CAPABILITY = 2 << 16 | Spv.SpvOpCapability;

  /**
   * Whether the pipeline asks for full subgroups: matrices of a required size of subgroups are for
   * whole ones; of other shaders the workgroup need not be a multiple of the size.
   */
  public boolean isFull() {
    return fullSubgroups
        || requiredSubgroupSize.isPresent()
            && (declares(Spv.SpvCapabilityCooperativeMatrixKHR)
                || declares(Spv.SpvCapabilityCooperativeMatrixNV));
  }

  /** Whether the module declares a capability. */
  public boolean declares(int capability) {
    for (int at = HEADER;
        at + 8 <= spirv.length && LittleEndian.get(spirv, at, 4) == CAPABILITY;
        at += 8) {
      if (LittleEndian.get(spirv, at + 4, 4) == capability) {
        return true;
      }
    }
    return false;
  }

  /** The same with other specialization constants. */
  public Kernel specialized(SortedMap<Integer, byte[]> other) {
    return with(spirv, entry, other, requiredSubgroupSize);
  }

  /** The same with another module, whose specialization constants are among these. */
  public Kernel with(byte[] module) {
    return with(module, entry, specialization, requiredSubgroupSize);
  }

  /** The same with another entry point. */
  public Kernel entering(String other) {
    return with(spirv, other, specialization, requiredSubgroupSize);
  }

  /** The same with subgroups of a required size. */
  public Kernel requiring(int size) {
    return with(spirv, entry, specialization, OptionalInt.of(size));
  }

  private Kernel with(
      byte[] module, String point, SortedMap<Integer, byte[]> constants, OptionalInt size) {
    return new Kernel(
        label,
        stage,
        companions,
        module,
        point,
        constants,
        bindings,
        pushBytes,
        size,
        fullSubgroups,
        way,
        enabled);
  }

  /**
   * Where a buffer is bound.
   *
   * @param element which of an array of buffers it is, 0 where there is one
   */
  public record Binding(int set, int binding, int element) implements Comparable<Binding> {

    public Binding(int set, int binding) {
      this(set, binding, 0);
    }

    /** The first buffer that is bound behind the same number. */
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
