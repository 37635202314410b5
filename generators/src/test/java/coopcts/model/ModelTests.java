// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import coopcts.numbers.FloatFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

public final class ModelTests {

  @Test
  void componentTypesHaveVulkansValues() {
    assertEquals(ComponentType.ofVulkan(0).orElseThrow(), ComponentType.FLOAT16);
    assertEquals(ComponentType.ofVulkan(10).orElseThrow(), ComponentType.UINT64);
    assertEquals(ComponentType.ofVulkan(1000141000).orElseThrow(), ComponentType.BFLOAT16);
    assertEquals(ComponentType.ofVulkan(1000491002).orElseThrow(), ComponentType.FLOAT8_E4M3);
    assertEquals(ComponentType.ofVulkan(4711).isPresent(), false);
    assertEquals(ComponentType.ofLabel("sint8"), ComponentType.SINT8);
    assertThrows(IllegalArgumentException.class, () -> ComponentType.ofLabel("int8"));
  }

  /** What GLSL writes is a type of some format; nothing is taken for another by default. */
  @Test
  void aTypeIsFoundByItsFormatAndBySpirv() {
    for (ComponentType type : ComponentType.values()) {
      assertEquals(type.label(), type.name().toLowerCase(Locale.ROOT));
      if (type.glsl().isPresent()) {
        assertEquals(ComponentType.ofFormat(type.format()).orElseThrow(), type);
        assertEquals(type.format().bits(), type.bits());
      }
    }
    assertEquals(
        ComponentType.ofFormat(new FloatFormat("e3m4", 3, 4, 3, FloatFormat.Specials.NONE)),
        Optional.empty());
    assertEquals(ComponentType.ofSpirv(16, -1).orElseThrow(), ComponentType.FLOAT16);
    assertEquals(ComponentType.ofSpirv(16, 0).orElseThrow(), ComponentType.BFLOAT16);
    assertEquals(ComponentType.ofSpirv(8, 4214).orElseThrow(), ComponentType.FLOAT8_E4M3);
    assertEquals(ComponentType.ofSpirv(8, 4215).orElseThrow(), ComponentType.FLOAT8_E5M2);
    assertEquals(ComponentType.ofSpirv(8, -1), Optional.empty());
    assertEquals(ComponentType.ofSpirv(16, 4214), Optional.empty());
  }

  @Test
  void matrixAlignmentIsThatOfALineUpTo16() {
    MatrixType type = new MatrixType(ComponentType.SINT8, Scope.SUBGROUP, 16, 8, Use.A);
    assertEquals(type.alignment(MemoryLayout.ROW_MAJOR), 8);
    assertEquals(type.alignment(MemoryLayout.COLUMN_MAJOR), 16);
  }

  @Test
  void reportsSurviveJson() {
    MatrixProperties row =
        new MatrixProperties(
            16,
            8,
            32,
            ComponentType.FLOAT8_E4M3,
            ComponentType.FLOAT8_E5M2,
            ComponentType.FLOAT32,
            ComponentType.FLOAT32,
            false,
            Scope.SUBGROUP);
    DeviceReport report =
        new DeviceReport(
            new DeviceReport.Identity("d", "v", "i", "1.3.0", 1, 2, "cpu"),
            new DeviceReport.Subgroup(32, 8, 64, true),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeSet<>(List.of("cooperativeMatrix")),
            List.of(row),
            List.of(
                new FlexibleProperties(
                    16,
                    8,
                    32,
                    ComponentType.SINT8,
                    ComponentType.SINT8,
                    ComponentType.SINT32,
                    ComponentType.SINT32,
                    false,
                    Scope.WORKGROUP,
                    128)),
            List.of(),
            List.of(row),
            List.of(
                new VectorProperties(
                    ComponentType.UINT32,
                    ComponentType.SINT8_PACKED,
                    ComponentType.SINT8,
                    ComponentType.SINT32,
                    ComponentType.SINT32,
                    true)),
            List.of());
    JsonMapper json = JsonMapper.shared();
    assertEquals(json.readValue(json.writeValueAsString(report), DeviceReport.class), report);
    assertEquals(report.matrixTypes().size(), 3);
    assertEquals(row.label(), "float8_e4m3_float8_e5m2_float32_float32.m16n8k32.subgroup");
  }

  /** What no text lets a shader make matrices of gets no case, and is told as it stands. */
  @Test
  void rowsThatNoShaderCanNameAreTexts() {
    MatrixProperties row =
        new MatrixProperties(
            16,
            16,
            32,
            ComponentType.FLOAT4_E2M1,
            ComponentType.FLOAT4_E2M1,
            ComponentType.FLOAT32,
            ComponentType.FLOAT32,
            false,
            Scope.SUBGROUP);
    VectorProperties vector =
        new VectorProperties(
            ComponentType.FLOAT16,
            ComponentType.BFLOAT16,
            ComponentType.BFLOAT16,
            ComponentType.FLOAT16,
            ComponentType.FLOAT16,
            true);
    DeviceReport report =
        new DeviceReport(
            new DeviceReport.Identity("d", "v", "i", "1.3.0", 1, 2, "cpu"),
            new DeviceReport.Subgroup(32, 8, 64, true),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeSet<>(),
            List.of(row),
            List.of(),
            List.of(),
            List.of(row),
            List.of(vector),
            List.of("a row"));
    assertEquals(report.matrixProperties(), List.of());
    assertEquals(report.matrixPropertiesNV(), List.of());
    assertEquals(report.vectorProperties(), List.of());
    String matrix =
        "float4_e2m1_float4_e2m1_float32_float32.m16n16k32.subgroup"
            + ": no shader can name its component types";
    assertEquals(
        report.unknownProperties(),
        List.of(
            "a row",
            matrix,
            matrix,
            "float16_bfloat16_bfloat16_float16_float16_transpose"
                + ": no shader can name its component types"));
    JsonMapper json = JsonMapper.shared();
    assertEquals(json.readValue(json.writeValueAsString(report), DeviceReport.class), report);
  }
}
