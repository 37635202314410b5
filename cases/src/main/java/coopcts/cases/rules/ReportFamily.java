// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.rules;

import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.Limit;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixQuery;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.TestedSystem;
import coopcts.model.VectorProperties;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.ReportPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a device reports, held against the rules on reports: sheet vulkan-api §1 and §7. */
public final class ReportFamily implements Family {

  /** What all rows are held to; those with types that the suite does not know are said. */
  private static final String ROWS = "API-PROP-010";

  /**
   * A rule.
   *
   * @param missing why a report says nothing that could break it, or empty if it does
   * @param of a line for each thing that breaks it
   */
  private record Check(
      String assertion,
      Function<DeviceReport, Optional<String>> missing,
      Function<DeviceReport, List<String>> of) {}

  private static Function<DeviceReport, Optional<String>> feature(String name) {
    return report -> report.missing(List.of(name)).map(GatedFamily::lacks);
  }

  private static Function<DeviceReport, Optional<String>> extension(String name) {
    return report ->
        report.extensions().containsKey(name)
            ? Optional.empty()
            : Optional.of(GatedFamily.lacks(name));
  }

  private static Function<DeviceReport, Optional<String>> anyOf(
      String what, Predicate<DeviceReport> has) {
    return report ->
        has.test(report) ? Optional.empty() : Optional.of("the device reports no " + what);
  }

  private static final Map<String, List<String>> GUARANTEED =
      Map.of(
          "VK_KHR_cooperative_matrix", List.of("cooperativeMatrix"),
          "VK_NV_cooperative_matrix_decode_vector",
              List.of("cooperativeMatrixDecodeVector", "cooperativeMatrixBlockLoads"),
          "VK_NV_cooperative_vector", List.of("cooperativeVector"),
          "VK_QCOM_cooperative_matrix_conversion", List.of("cooperativeMatrixConversion"),
          "VK_EXT_cooperative_matrix_maintenance1", List.of(MatrixQuery.FEATURE),
          "VK_KHR_shader_bfloat16", List.of("shaderBFloat16Type"),
          "VK_EXT_shader_float8", List.of("shaderFloat8"),
          "VK_EXT_shader_replicated_composites", List.of("shaderReplicatedComposites"),
          "VK_EXT_shader_64bit_indexing", List.of("shader64BitIndexing"));

  private static final Map<String, String> DEPENDENCIES =
      Map.of(
          "VK_NV_cooperative_matrix2", "VK_KHR_cooperative_matrix",
          "VK_NV_cooperative_matrix_decode_vector", "VK_NV_cooperative_matrix2",
          "VK_QCOM_cooperative_matrix_conversion", "VK_KHR_cooperative_matrix",
          "VK_EXT_cooperative_matrix_maintenance1", "VK_KHR_cooperative_matrix");

  private static final List<Check> CHECKS =
      List.of(
          new Check(
              "API-EXT-001",
              anyOf(
                  "extension whose features are checked",
                  r -> r.extensions().keySet().stream().anyMatch(GUARANTEED::containsKey)),
              report -> guarantees(report, GUARANTEED.keySet()::contains)),
          new Check(
              "API-EXT-002",
              anyOf(
                  "extension that needs another",
                  r -> r.extensions().keySet().stream().anyMatch(DEPENDENCIES::containsKey)),
              ReportFamily::dependencies),
          new Check(
              "API-EXT-006",
              feature("cooperativeMatrix"),
              report -> needs(report, "cooperativeMatrix", "vulkanMemoryModel")),
          new Check(
              "CM2-EXT-007", extension("VK_NV_cooperative_matrix2"), ReportFamily::anyMatrix2),
          new Check(
              "DV-EXT-007",
              feature("cooperativeMatrixDecodeVector"),
              report ->
                  needs(report, "cooperativeMatrixDecodeVector", "cooperativeMatrixBlockLoads")),
          new Check(
              "DV-EXT-008",
              extension("VK_NV_cooperative_matrix_decode_vector"),
              report -> guarantees(report, "VK_NV_cooperative_matrix_decode_vector"::equals)),
          new Check(
              "QC-EXT-005",
              extension("VK_QCOM_cooperative_matrix_conversion"),
              report -> guarantees(report, "VK_QCOM_cooperative_matrix_conversion"::equals)),
          new Check(
              "CV-API-006",
              extension("VK_NV_cooperative_vector"),
              report -> guarantees(report, "VK_NV_cooperative_vector"::equals)),
          new Check("NUM-API-001", extension("VK_KHR_shader_bfloat16"), ReportFamily::bfloat16),
          new Check(
              "NUM-API-002",
              extension("VK_EXT_shader_float8"),
              report -> guarantees(report, "VK_EXT_shader_float8"::equals)),
          new Check(
              "NUM-API-003",
              feature("shaderBFloat16CooperativeMatrix"),
              report -> needs(report, "shaderBFloat16CooperativeMatrix", "cooperativeMatrix")),
          new Check(
              "NUM-API-004",
              feature("shaderBFloat16CooperativeMatrix"),
              ReportFamily::bfloat16Rows),
          new Check(
              "API-PROP-001",
              feature("cooperativeMatrix"),
              report -> stages(report, "cooperativeMatrix", "cooperativeMatrixSupportedStages")),
          new Check("API-PROP-002", feature("cooperativeMatrix"), ReportFamily::onlyCompute),
          new Check("API-PROP-009", feature("cooperativeMatrix"), ReportFamily::powersOfTwo),
          new Check(ROWS, feature("cooperativeMatrix"), ReportFamily::validRows),
          new Check(
              "API-PROP-012",
              anyOf(
                  "row of bfloat16 or 8-bit floats",
                  r -> r.matrixProperties().stream().anyMatch(ReportFamily::isOptional)),
              ReportFamily::optionalFormats),
          new Check(
              "API-PROP-013",
              anyOf(
                  "saturating row",
                  r -> r.matrixProperties().stream().anyMatch(MatrixProperties::saturating)),
              ReportFamily::saturatingIntegers),
          new Check(
              "API-FLEX-002",
              extension("VK_NV_cooperative_matrix2"),
              ReportFamily::flexibleOnlyWithFeature),
          new Check(
              "CM2-FLEX-007",
              extension("VK_NV_cooperative_matrix2"),
              ReportFamily::flexibleOnlyWithFeature),
          new Check(
              "API-FLEX-003",
              anyOf("flexible row", r -> !r.flexibleProperties().isEmpty()),
              ReportFamily::granularities),
          new Check(
              "CM2-FLEX-006",
              anyOf("flexible row", r -> !r.flexibleProperties().isEmpty()),
              ReportFamily::granularities),
          new Check(
              "API-FLEX-004",
              anyOf("flexible row of workgroup scope", ReportFamily::hasWorkgroupRows),
              ReportFamily::invocations),
          new Check(
              "API-FLEX-005", extension("VK_NV_cooperative_matrix2"), ReportFamily::workgroupRows),
          new Check("API-MNT-001", feature(MatrixQuery.FEATURE), QueriedRules::mandated),
          new Check("API-MNT-002", feature(MatrixQuery.FEATURE), QueriedRules::saturating),
          new Check("API-MNT-003", feature(MatrixQuery.FEATURE), QueriedRules::powersOfTwo),
          new Check(
              "API-LIM-001",
              feature("cooperativeMatrixWorkgroupScope"),
              report ->
                  atLeast(
                      report,
                      "cooperativeMatrixWorkgroupScope",
                      "cooperativeMatrixWorkgroupScopeMaxWorkgroupSize",
                      2L * report.subgroup().size())),
          new Check(
              "API-LIM-002",
              feature("cooperativeMatrixFlexibleDimensions"),
              report ->
                  atLeast(
                      report,
                      "cooperativeMatrixFlexibleDimensions",
                      "cooperativeMatrixFlexibleDimensionsMaxDimension",
                      256)),
          new Check(
              "API-LIM-003",
              feature("cooperativeMatrixWorkgroupScope"),
              ReportFamily::reservedMemory),
          new Check(
              "API-LIM-004",
              feature("cooperativeVector"),
              report ->
                  atLeast(report, "cooperativeVector", "maxCooperativeVectorComponents", 128)),
          new Check(
              "CV-API-005",
              feature("cooperativeVector"),
              report ->
                  atLeast(report, "cooperativeVector", "maxCooperativeVectorComponents", 128)),
          new Check(
              "API-LIM-005",
              feature("longVector"),
              report -> atLeast(report, "longVector", "maxVectorComponents", 1024)),
          new Check("API-LIM-006", _ -> Optional.empty(), ReportFamily::subgroupSize),
          new Check("CV-API-002", feature("cooperativeVector"), ReportFamily::requiredVectorRows),
          new Check("CV-API-003", feature("cooperativeVector"), ReportFamily::packedOnlyInput),
          new Check(
              "CV-API-004",
              feature("cooperativeVector"),
              report -> stages(report, "cooperativeVector", "cooperativeVectorSupportedStages")));

  /** Makes the family; one object serves all devices and runs. */
  public ReportFamily() {}

  @Override
  public String name() {
    return "khr.report";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it runs no shader");
  }

  @Override
  public List<String> assertions() {
    return CHECKS.stream().map(Check::assertion).toList();
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    return CHECKS.stream().map(check -> of(check, report));
  }

  private Case of(Check check, DeviceReport report) {
    String name = name() + "." + Case.part(check.assertion);
    List<String> checks = List.of(check.assertion);
    return check
        .missing
        .apply(report)
        .map(why -> Case.unsupported(name, checks, why))
        .orElseGet(
            () ->
                Case.of(
                    name,
                    checks,
                    () ->
                        new ReportPlan(
                            Rule.most(check.assertion),
                            check.of.apply(report).stream()
                                .map(line -> line + " [" + check.assertion + "]")
                                .toList(),
                            check.assertion.equals(ROWS)
                                ? report.unknownProperties()
                                : List.of())));
  }

  private static List<String> when(boolean broken, String line) {
    return broken ? List.of(line) : List.of();
  }

  private static List<String> guarantees(DeviceReport report, Predicate<String> which) {
    List<String> broken = new ArrayList<>();
    for (String extension : report.extensions().keySet()) {
      if (which.test(extension)) {
        for (String feature : GUARANTEED.get(extension)) {
          if (!report.has(feature)) {
            broken.add(extension + " is exposed, " + feature + " is not VK_TRUE");
          }
        }
      }
    }
    return broken;
  }

  private static List<String> dependencies(DeviceReport report) {
    return DEPENDENCIES.entrySet().stream()
        .filter(
            entry ->
                report.extensions().containsKey(entry.getKey())
                    && !report.extensions().containsKey(entry.getValue()))
        .map(entry -> entry.getKey() + " is exposed, " + entry.getValue() + " is not")
        .sorted()
        .toList();
  }

  private static List<String> needs(DeviceReport report, String feature, String other) {
    return when(
        report.has(feature) && !report.has(other), feature + " is VK_TRUE, " + other + " is not");
  }

  private static List<String> anyMatrix2(DeviceReport report) {
    return when(
        report.extensions().containsKey("VK_NV_cooperative_matrix2")
            && TestedSystem.NV2.allFeatures().stream().noneMatch(report::has),
        "VK_NV_cooperative_matrix2 is exposed with none of its features");
  }

  private static List<String> bfloat16(DeviceReport report) {
    return when(
        report.extensions().containsKey("VK_KHR_shader_bfloat16")
            && !(report.has("shaderBFloat16Type")
                && (report.has("shaderBFloat16DotProduct")
                    || report.has("shaderBFloat16CooperativeMatrix"))),
        "VK_KHR_shader_bfloat16 is exposed without the features it guarantees");
  }

  private static List<String> bfloat16Rows(DeviceReport report) {
    return when(
        report.has("shaderBFloat16CooperativeMatrix")
            && report.matrixProperties().stream()
                .noneMatch(
                    row -> row.a() == ComponentType.BFLOAT16 && row.b() == ComponentType.BFLOAT16),
        "shaderBFloat16CooperativeMatrix is VK_TRUE, no row has bfloat16 A and B");
  }

  private static List<String> stages(DeviceReport report, String feature, String limit) {
    return when(
        report.has(feature) && (report.limit(limit) & ShaderStage.COMPUTE.bit()) == 0,
        limit + " lacks the compute stage");
  }

  private static List<String> onlyCompute(DeviceReport report) {
    long stages = report.limit("cooperativeMatrixSupportedStages");
    return when(
        (stages & ~ShaderStage.COMPUTE.bit()) != 0,
        "cooperativeMatrixSupportedStages is " + stages);
  }

  private static boolean isPower(int number) {
    return Integer.bitCount(number) == 1;
  }

  private static List<String> powersOfTwo(DeviceReport report) {
    return when(
        report.has("cooperativeMatrix")
            && report.matrixProperties().stream()
                .noneMatch(row -> isPower(row.m()) && isPower(row.n()) && isPower(row.k())),
        "no row has M, N and K that are powers of two");
  }

  private static List<String> validRows(DeviceReport report) {
    List<String> broken = new ArrayList<>();
    for (MatrixProperties row : report.matrixProperties()) {
      boolean scope =
          row.scope() == Scope.SUBGROUP
              || row.scope() == Scope.WORKGROUP && report.has("cooperativeMatrixWorkgroupScope");
      if (row.m() <= 0 || row.n() <= 0 || row.k() <= 0 || !scope) {
        broken.add(row.label());
      }
    }
    return broken;
  }

  private static boolean hasWorkgroupRows(DeviceReport report) {
    return report.flexibleProperties().stream().anyMatch(row -> row.scope() == Scope.WORKGROUP);
  }

  private static boolean isOptional(MatrixProperties row) {
    return Stream.of(row.a(), row.b(), row.c(), row.result())
        .anyMatch(type -> type == ComponentType.BFLOAT16 || type.isFloat8());
  }

  private static List<String> optionalFormats(DeviceReport report) {
    return report.matrixProperties().stream()
        .filter(
            row ->
                Stream.of(row.a(), row.b(), row.c(), row.result())
                    .anyMatch(
                        type ->
                            type == ComponentType.BFLOAT16
                                    && !report.has("shaderBFloat16CooperativeMatrix")
                                || type.isFloat8() && !report.has("shaderFloat8CooperativeMatrix")))
        .map(MatrixProperties::label)
        .toList();
  }

  private static List<String> saturatingIntegers(DeviceReport report) {
    return report.matrixProperties().stream()
        .filter(row -> row.saturating() && !row.result().isInteger())
        .map(MatrixProperties::label)
        .toList();
  }

  private static List<String> flexibleOnlyWithFeature(DeviceReport report) {
    return when(
        !report.has("cooperativeMatrixFlexibleDimensions")
            && !report.flexibleProperties().isEmpty(),
        "flexible rows without the feature");
  }

  private static List<String> granularities(DeviceReport report) {
    return report.flexibleProperties().stream()
        .filter(
            row ->
                !isPower(row.mGranularity())
                    || !isPower(row.nGranularity())
                    || !isPower(row.kGranularity()))
        .map(FlexibleProperties::label)
        .toList();
  }

  private static List<String> invocations(DeviceReport report) {
    long most = report.limit("cooperativeMatrixWorkgroupScopeMaxWorkgroupSize");
    return report.flexibleProperties().stream()
        .filter(row -> row.scope() == Scope.WORKGROUP)
        .filter(
            row ->
                row.workgroupInvocations() > most
                    || row.workgroupInvocations() % report.subgroup().minimum() != 0
                    || !isPower(row.workgroupInvocations() / report.subgroup().minimum()))
        .map(FlexibleProperties::label)
        .toList();
  }

  private static List<String> workgroupRows(DeviceReport report) {
    return when(
        !report.has("cooperativeMatrixWorkgroupScope") && hasWorkgroupRows(report),
        "rows of workgroup scope without the feature");
  }

  private static List<String> atLeast(
      DeviceReport report, String feature, String limit, long least) {
    return when(
        report.has(feature) && report.limit(limit) < least,
        "%s is %d; at least %d is required".formatted(limit, report.limit(limit), least));
  }

  private static List<String> reservedMemory(DeviceReport report) {
    long reserved = report.limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory");
    return when(
        2 * reserved > Limit.SHARED_MEMORY.of(report),
        reserved + " bytes of shared memory are reserved, more than half");
  }

  private static List<String> subgroupSize(DeviceReport report) {
    DeviceReport.Subgroup subgroup = report.subgroup();
    return when(
        !isPower(subgroup.size())
            || subgroup.size() > 128
            || subgroup.size() < subgroup.minimum()
            || subgroup.size() > subgroup.maximum(),
        "subgroups of %d, from %d to %d"
            .formatted(subgroup.size(), subgroup.minimum(), subgroup.maximum()));
  }

  private static List<String> requiredVectorRows(DeviceReport report) {
    if (!report.has("cooperativeVector")) {
      return List.of();
    }
    return Stream.of(
            "float16 float16 float16 float16 float16",
            "uint32 sint8_packed sint8 sint32 sint32",
            "sint8 sint8 sint8 sint32 sint32",
            "float32 sint8 sint8 sint32 sint32",
            "float16 float8_e4m3 float8_e4m3 float16 float16",
            "float16 float8_e5m2 float8_e5m2 float16 float16")
        .filter(
            wanted ->
                report.vectorProperties().stream()
                    .noneMatch(
                        row ->
                            "%s %s %s %s %s"
                                .formatted(
                                    row.input(),
                                    row.inputInterpretation(),
                                    row.matrixInterpretation(),
                                    row.biasInterpretation(),
                                    row.result())
                                .equals(wanted)))
        .map(wanted -> "no row " + wanted)
        .toList();
  }

  private static List<String> packedOnlyInput(DeviceReport report) {
    return report.vectorProperties().stream()
        .filter(
            row ->
                Stream.of(
                        row.input(),
                        row.matrixInterpretation(),
                        row.biasInterpretation(),
                        row.result())
                    .anyMatch(type -> type.kind() == ComponentType.NumberKind.PACKED))
        .map(VectorProperties::label)
        .toList();
  }
}
