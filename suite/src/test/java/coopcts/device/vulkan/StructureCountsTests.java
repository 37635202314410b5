// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/**
 * Each array that the suite gives to a structure of Vulkan goes with its count. LWJGL sets the
 * count of an array with the array where no other array shares it, and leaves it alone otherwise:
 * what it does with which is read off its classes, what the suite sets off the suite's.
 */
public final class StructureCountsTests {

  private static final String VULKAN = "org/lwjgl/vulkan/Vk";

  /**
   * What LWJGL takes as an array and knows no count of, with the member that the suite must set
   * along, or an empty text where none says how many there are: texts end with a zero byte, and the
   * others are one thing.
   */
  private static final Map<String, String> COUNTS_UNKNOWN_TO_LWJGL =
      Map.of(
          "VkApplicationInfo.pApplicationName", "",
          "VkPipelineShaderStageCreateInfo.pName", "",
          "VkShaderCreateInfoEXT.pName", "",
          "VkLayerSettingEXT.pLayerName", "",
          "VkLayerSettingEXT.pSettingName", "",
          "VkLayerSettingEXT.pValues", "valueCount",
          "VkCommandBufferBeginInfo.pInheritanceInfo", "",
          "VkConvertCooperativeVectorMatrixInfoNV.pDstSize", "",
          // counted in VkDeviceFaultCountsEXT, which the same command takes
          "VkDeviceFaultInfoEXT.pAddressInfos", "",
          "VkDeviceFaultInfoEXT.pVendorInfos", "");

  /** What a method of the suite sets. */
  private record Filled(String where, String structure, Set<String> members) {}

  /** A setter of LWJGL's that takes an array, and what it does with counts. */
  private record ArrayMember(Set<String> counts, Set<String> set) {}

  @Test
  public void everyArrayThatTheSuiteHandsOverHasItsCount() {
    List<Filled> all = filled();
    // a walk that finds no structures would find no mistakes either
    assertTrue(all.size() > 60, all.size() + " places");
    assertTrue(
        all.stream()
            .map(Filled::structure)
            .toList()
            .containsAll(
                List.of("VkPipelineBinaryKeysAndDataKHR", "VkWriteDescriptorSet", "VkSubmitInfo")));
    assertEquals(
        all.stream().flatMap(one -> mistakes(one).stream()).collect(Collectors.joining("\n")), "");
  }

  @Test
  public void aCountThatArraysShareIsMissedWhereNobodySetsIt() {
    assertEquals(
        mistakes("VkPipelineBinaryKeysAndDataKHR", "pPipelineBinaryKeys", "pPipelineBinaryData"),
        List.of(
            "here: VkPipelineBinaryKeysAndDataKHR.pPipelineBinaryData without binaryCount",
            "here: VkPipelineBinaryKeysAndDataKHR.pPipelineBinaryKeys without binaryCount"));
    assertEquals(
        mistakes("VkPipelineBinaryKeysAndDataKHR", "pPipelineBinaryKeys", "binaryCount"),
        List.of());
    assertEquals(
        mistakes("VkSubmitInfo", "pWaitSemaphores", "pCommandBuffers"),
        List.of("here: VkSubmitInfo.pWaitSemaphores without waitSemaphoreCount"));
    assertEquals(mistakes("VkPipelineShaderStageCreateInfo", "pName"), List.of());
    assertEquals(
        mistakes("VkLayerSettingEXT", "pValues"),
        List.of("here: VkLayerSettingEXT.pValues without valueCount"));
  }

  private static List<String> mistakes(String structure, String... members) {
    return mistakes(new Filled("here", structure, new TreeSet<>(List.of(members))));
  }

  private static List<String> mistakes(Filled filled) {
    Map<String, ArrayMember> arrays = arrays(filled.structure);
    List<String> mistakes = new ArrayList<>();
    for (String member : filled.members) {
      ArrayMember array = arrays.get(member);
      if (array == null) {
        continue;
      }
      String name = filled.structure + "." + member;
      Set<String> counts = new TreeSet<>(array.counts);
      if (counts.isEmpty() && array.set.isEmpty()) {
        String count = COUNTS_UNKNOWN_TO_LWJGL.get(name);
        if (count == null) {
          mistakes.add(filled.where + ": " + name + " is an array of which no count is known");
        } else if (!count.isEmpty()) {
          counts.add(count);
        }
      }
      counts.removeAll(array.set);
      counts.removeAll(filled.members);
      counts.forEach(count -> mistakes.add(filled.where + ": " + name + " without " + count));
    }
    return mistakes;
  }

  /** What each method of the suite sets in which structure, its lambdas counted with it. */
  private static List<Filled> filled() {
    Map<String, Map<String, Set<String>>> found = new HashMap<>();
    try (Stream<Path> files = Files.walk(classes())) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .map(StructureCountsTests::parsed)
          .forEach(
              model -> {
                for (MethodModel method : model.methods()) {
                  invocations(method)
                      .filter(StructureCountsTests::sets)
                      .forEach(
                          call ->
                              found
                                  .computeIfAbsent(where(model, method), _ -> new HashMap<>())
                                  .computeIfAbsent(structure(call), _ -> new TreeSet<>())
                                  .add(member(call)));
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.entrySet().stream()
        .flatMap(
            method ->
                method.getValue().entrySet().stream()
                    .map(one -> new Filled(method.getKey(), one.getKey(), one.getValue())))
        .toList();
  }

  private static Path classes() {
    try {
      return Path.of(
          PipelineBinaries.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String where(ClassModel model, MethodModel method) {
    String name = method.methodName().stringValue();
    return model.thisClass().asInternalName()
        + "."
        + (name.startsWith("lambda$") ? name.split("\\$", -1)[1] : name);
  }

  private static boolean sets(InvokeInstruction call) {
    if (!call.owner().asInternalName().startsWith(VULKAN)) {
      return false;
    }
    ClassDesc back = call.typeSymbol().returnType();
    boolean fluent = back.equals(call.owner().asSymbol()) && call.typeSymbol().parameterCount() > 0;
    return (fluent && !Set.of("set", "get", "create", "put", "slice").contains(member(call))
            || raw(call))
        && !call.name().equalsString("sType");
  }

  /** {@code nmember(address, value)}, LWJGL's setters below its checks. */
  private static boolean raw(InvokeInstruction call) {
    return call.name().stringValue().matches("n[a-z].*")
        && call.typeSymbol().returnType().descriptorString().equals("V")
        && call.typeSymbol().parameterCount() == 2;
  }

  private static String member(InvokeInstruction call) {
    String name = call.name().stringValue();
    return raw(call) ? name.substring(1) : name;
  }

  private static String structure(InvokeInstruction call) {
    String name = call.owner().asInternalName();
    return name.substring(name.lastIndexOf('/') + 1).replaceFirst("\\$.*", "");
  }

  /** The members of a structure that LWJGL takes buffers for. */
  private static Map<String, ArrayMember> arrays(String structure) {
    ClassModel model = parsed("/org/lwjgl/vulkan/" + structure + ".class");
    Set<String> fields =
        model.methods().stream()
            .map(method -> method.methodName().stringValue())
            .filter(name -> name.matches("n[a-z].*"))
            .map(name -> name.substring(1))
            .collect(Collectors.toSet());
    Map<String, ArrayMember> arrays = new HashMap<>();
    for (MethodModel setter : model.methods()) {
      String name = setter.methodName().stringValue();
      var parameters = setter.methodTypeSymbol().parameterList();
      if (setter.flags().has(AccessFlag.STATIC)
          && name.matches("n[a-z].*")
          && parameters.size() == 2
          && parameters.getLast().displayName().contains("Buffer")
          && setter.methodTypeSymbol().returnType().descriptorString().equals("V")) {
        arrays.put(
            name.substring(1),
            new ArrayMember(counts(model, name, fields), called(setter, fields, "V")));
      }
    }
    return arrays;
  }

  /** The members that the getter of an array reads beside the array. */
  private static Set<String> counts(ClassModel model, String getter, Set<String> fields) {
    return model.methods().stream()
        .filter(method -> method.methodName().equalsString(getter))
        .filter(method -> !method.methodTypeSymbol().returnType().descriptorString().equals("V"))
        .flatMap(
            method ->
                Stream.concat(
                    called(method, fields, "I").stream(), called(method, fields, "J").stream()))
        .filter(count -> !count.equals(getter.substring(1)))
        .collect(Collectors.toSet());
  }

  /** The structure's own members that a method reads or sets by LWJGL's accessors. */
  private static Set<String> called(MethodModel method, Set<String> fields, String returned) {
    return invocations(method)
        .filter(call -> call.typeSymbol().returnType().descriptorString().equals(returned))
        .map(call -> call.name().stringValue())
        .filter(name -> name.startsWith("n") && fields.contains(name.substring(1)))
        .map(name -> name.substring(1))
        .collect(Collectors.toSet());
  }

  private static Stream<InvokeInstruction> invocations(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .filter(InvokeInstruction.class::isInstance)
        .map(InvokeInstruction.class::cast);
  }

  private static ClassModel parsed(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClassModel parsed(String resource) {
    try (InputStream in = StructureCountsTests.class.getResourceAsStream(resource)) {
      return ClassFile.of().parse(Objects.requireNonNull(in, resource).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
