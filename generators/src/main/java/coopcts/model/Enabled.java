// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Groups of device features that the suite enables only for shaders that ask for them, each group
 * as a whole. Such features change what code a driver makes, or what a shader may do. A device is
 * opened without them, as ordinary applications open it, and once more for the shaders made with a
 * group.
 */
public enum Enabled {
  /**
   * Accesses of buffers are held to their bounds; those of matrices and to the byte where the
   * device has that.
   */
  ROBUST_ACCESS(
      "robustBufferAccess", "robustBufferAccess2", DeviceReport.COOPERATIVE_MATRIX_ROBUST_ACCESS),
  /** A descriptor may lead nowhere: what drivers look at before each access. */
  NULL_DESCRIPTORS("nullDescriptor"),
  /** Descriptors lie where the application puts them. */
  DESCRIPTOR_BUFFER("descriptorBuffer"),
  /** Shaders are made without a pipeline. */
  SHADER_OBJECTS("shaderObject"),
  /** Pipelines are taken apart into binaries. */
  PIPELINE_BINARIES("pipelineBinaries");

  private final String feature;
  private final List<String> features;

  Enabled(String feature, String... more) {
    this.feature = feature;
    this.features = Stream.concat(Stream.of(feature), Arrays.stream(more)).toList();
  }

  /**
   * {@return the Vulkan name of the feature that a device must report before the group can be
   * enabled} The group's other features are enabled where the device reports them.
   */
  public String feature() {
    return feature;
  }

  /**
   * {@return Vulkan names of all features in the group, unmodifiable; {@link #feature} comes first}
   */
  public List<String> features() {
    return features;
  }

  /**
   * Lists the features that stay disabled where only some groups are enabled.
   *
   * @param on groups that are enabled; may be empty
   * @return Vulkan names of the features in all other groups, sorted; empty if all groups are on;
   *     the set is the caller's
   */
  public static Set<String> off(Collection<Enabled> on) {
    Set<String> off = new TreeSet<>();
    for (Enabled group : values()) {
      if (!on.contains(group)) {
        off.addAll(group.features);
      }
    }
    return off;
  }
}
