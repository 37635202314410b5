// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The ways that bring a compute shader to a driver and its buffers to the shader: each is what a
 * pipeline, descriptor sets and a dispatch ({@link #PLAIN}) would do, by other commands. Shaders
 * must give equal results on all of them; families of cases take the paths to find drivers that
 * differ.
 */
public enum SubmissionPath {
  /** A pipeline, descriptor sets and one dispatch in a primary command buffer. */
  PLAIN("a plain pipeline"),
  /** A pipeline made twice, the second time from what a pipeline cache kept of the first. */
  FROM_CACHE("pipelines from a cache"),
  /** The second pipeline of a module, behind one whose constants have their defaults. */
  SECOND_OF_MODULE("second pipelines of a module", DeviceReport.COMMANDS),
  /** A pipeline derived from an equal one. */
  DERIVATIVE("derivative pipelines", DeviceReport.COMMANDS),
  /** A pipeline made of the binaries that an equal one was taken apart into. */
  PIPELINE_BINARY("pipelines of binaries", Enabled.PIPELINE_BINARIES),
  /** A shader object. */
  SHADER_OBJECT("shader objects", Enabled.SHADER_OBJECTS),
  /** A shader object made of the binary of an equal one. */
  SHADER_BINARY("binaries of shader objects", Enabled.SHADER_OBJECTS),
  /** A module with another entry point before the one that is run. */
  ENTRY_POINTS("modules of several entry points"),
  /** A module that was optimized for speed. */
  OPTIMIZED("modules optimized for speed"),
  /** A module that was optimized for size. */
  SMALLER("modules optimized for size"),
  /** A module whose pointers into memory are untyped. */
  UNTYPED("untyped pointers", "shaderUntypedPointers"),
  /** A module whose pointers to elements of arrays are chosen at run time. */
  VARIABLE_POINTERS("variable pointers", "variablePointers"),
  /** A module with instructions in place of calls of functions that stand for them. */
  MAINTENANCE1("instructions of VK_EXT_cooperative_matrix_maintenance1"),
  /** A module with the predecessor of VK_KHR_cooperative_matrix. */
  NV_COOPERATIVE_MATRIX("VK_NV_cooperative_matrix", DeviceReport.NV_COOPERATIVE_MATRIX),
  /** A secondary command buffer. */
  SECONDARY("secondary command buffers", DeviceReport.COMMANDS),
  /** Numbers of workgroups that are read from a buffer. */
  INDIRECT("indirect dispatches", DeviceReport.COMMANDS),
  /** Two dispatches, the second with the workgroups behind the first one's. */
  BASE("dispatches with a base", DeviceReport.COMMANDS),
  /** Two queues, each with a part of the workgroups, at the same time. */
  TWO_QUEUES("two queues", DeviceReport.SECOND_QUEUE),
  /** Descriptors that are pushed into the command buffer. */
  PUSH_DESCRIPTORS("push descriptors", DeviceReport.PUSH_DESCRIPTORS),
  /** Descriptors that lie in a buffer. */
  DESCRIPTOR_BUFFER("descriptor buffers", Enabled.DESCRIPTOR_BUFFER),
  /** Descriptors whose offsets are given when they are bound. */
  DYNAMIC_OFFSETS("dynamic offsets", DeviceReport.COMMANDS),
  /** Descriptor sets that are written by a template. */
  TEMPLATE("descriptor update templates", DeviceReport.COMMANDS),
  /** Buffers at odd multiples of {@code minStorageBufferOffsetAlignment}. */
  ODD_OFFSETS("offsets at the limit of alignment", DeviceReport.COMMANDS),
  /** The first buffer in {@link FarPages}. */
  FAR_PAGES("buffers beyond 4 GiB", "shader64BitIndexing", DeviceReport.FAR_PAGES),
  /** Buffers in the device's own memory, copied there and back. */
  DEVICE_MEMORY("memory of the device", DeviceReport.COMMANDS),
  /** Buffers in the device's own memory, which the host writes to and reads. */
  MAPPED_DEVICE_MEMORY("mapped memory of the device", DeviceReport.MAPPED_DEVICE_MEMORY),
  /** Buffers in the host's memory where it is not cached. */
  UNCACHED_MEMORY("uncached memory", DeviceReport.UNCACHED_MEMORY),
  /** A device that holds accesses of buffers to their bounds. */
  ROBUST_ACCESS("devices with robust access", Enabled.ROBUST_ACCESS),
  /** A device whose descriptors may lead nowhere. */
  NULL_DESCRIPTORS("devices with null descriptors", Enabled.NULL_DESCRIPTORS);

  private static final Set<SubmissionPath> OF_MODULE =
      EnumSet.of(
          OPTIMIZED, SMALLER, UNTYPED, VARIABLE_POINTERS, MAINTENANCE1, NV_COOPERATIVE_MATRIX);

  /** Ways for shaders that are written for them. */
  private static final Set<SubmissionPath> ASKED_FOR =
      EnumSet.of(PLAIN, SECOND_OF_MODULE, MAINTENANCE1, NV_COOPERATIVE_MATRIX, FAR_PAGES);

  private final String words;
  private final List<String> features;
  private final Set<Enabled> enabled;

  SubmissionPath(String words, String... features) {
    this.words = words;
    this.features = List.of(features);
    this.enabled = Set.of();
  }

  SubmissionPath(String words, Enabled group) {
    this.words = words;
    this.features = List.of(group.feature());
    this.enabled = Set.of(group);
  }

  /**
   * {@return the path as a noun phrase in English for reports, such as {@code secondary command
   * buffers}}
   */
  public String words() {
    return words;
  }

  /**
   * {@return names, as in {@link DeviceReport#features}, of all features that a device must report
   * for the path; unmodifiable, and empty if it needs none}
   */
  public List<String> features() {
    return features;
  }

  /**
   * {@return the groups of features that must be enabled on the device for the path, in addition to
   * those that always are; unmodifiable, with at most one group}
   */
  public Set<Enabled> enabled() {
    return enabled;
  }

  /**
   * Whether the path changes only the SPIR-V module; pipeline, descriptors and commands are those
   * of {@link #PLAIN}.
   *
   * @return false if pipeline, descriptors or commands differ, and for {@link #PLAIN}
   */
  public boolean isOfModule() {
    return OF_MODULE.contains(this);
  }

  /**
   * {@return the paths that any compute shader may take, in the order of the constants, without
   * {@link #PLAIN}} Paths that need a shader written for them are left out.
   */
  public static Stream<SubmissionPath> ofAny() {
    return Arrays.stream(values()).filter(way -> !ASKED_FOR.contains(way));
  }

  /**
   * Looks up a path by its name in case names and jobs.
   *
   * @param name the constant's name in lower case, such as {@code from_cache}
   * @return the path; empty if none has the name
   */
  public static Optional<SubmissionPath> of(String name) {
    return Arrays.stream(values()).filter(way -> way.toString().equals(name)).findFirst();
  }

  /** The name in case names and jobs: lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
