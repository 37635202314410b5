// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.cases.ComponentSupport;
import coopcts.combinations.Draw;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.Scope;
import coopcts.model.TestedSystem;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Rule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntBinaryOperator;

/**
 * Products of one row of the device that keep a shader company: A is 2, B is 1 and C the product's
 * number throughout, so that every element of a result is 2·K and that number. Beside matrices of
 * workgroup scope each invocation also keeps a word in shared memory, its number and 1. Where
 * products are alive meanwhile, so is what each invocation has of operations across its subgroup.
 *
 * @param row of the products
 * @param hasOperations whether shaders have operations across subgroups
 */
record NeighbourProducts(MatrixProperties row, boolean hasOperations) {

  /** Products that are alive while the shader's body runs. */
  private static final int KEPT = 8;

  /** What each invocation has of operations across its subgroup, and which number it is in it. */
  private static final List<Gathered> OPERATIONS =
      List.of(
          new Gathered("subgroupAll(lane < gl_SubgroupSize) ? 1u : 0u", (_, _) -> 1),
          new Gathered("subgroupAdd(lane + 1u)", (_, size) -> size * (size + 1) / 2),
          new Gathered(
              "subgroupBallotBitCount(subgroupBallot(lane % 4u == 1u))", (_, size) -> size / 4),
          new Gathered("subgroupShuffleXor(lane, 1u)", (lane, _) -> lane ^ 1),
          new Gathered("subgroupQuadSwapDiagonal(lane)", (lane, _) -> lane ^ 3));

  /** Invocations of a quad: smaller subgroups have none. */
  private static final int QUAD = 4;

  /** An operation across a subgroup, and what it gives an invocation of a number and size. */
  private record Gathered(String glsl, IntBinaryOperator value) {}

  private static final String DOUBLE = ComponentType.FLOAT64.toString();

  private static final String DOUBLES =
      "coopmat<%s,".formatted(ComponentType.FLOAT64.glsl().orElseThrow());

  /** What company can miss. */
  static final List<String> SENTENCES =
      List.of("KHR-MULADD-001", Practice.EXACT, "KHR-MULADD-024", "CM2-WG-006", "KHR-UNIF-010");

  /** Bytes of a word, and of an element of the buffer. */
  static final int WORD_BYTES = 4;

  /** What operations of workgroup scope leave shared memory as. */
  static final Rule WORDS = Rule.must("CM2-WG-006");

  /** What operations across a subgroup give. */
  static final Rule GATHERED = Rule.must("KHR-UNIF-010");

  Rule rule() {
    String product = row.c().isInteger() ? "KHR-MULADD-001" : Practice.EXACT;
    return Practice.rule(row, 2, 2.0 * row.k() + KEPT, List.of(product, "KHR-MULADD-024"));
  }

  /** The rows that can keep a shader company: what they give is exact and four bytes wide. */
  static List<NeighbourProducts> all(DeviceReport report) {
    return report.matrixProperties().stream()
        .filter(row -> row.scope() == Scope.SUBGROUP && !row.saturating())
        .filter(row -> row.c() == row.result() && row.result().bits() == 32)
        .filter(row -> ComponentSupport.missing(report, row.a(), row.b(), row.c()).isEmpty())
        .map(
            row ->
                new NeighbourProducts(
                    row,
                    report.has(DeviceReport.SUBGROUP_OPERATIONS)
                        && report.subgroup().minimum() >= QUAD))
        .toList();
  }

  /** The company of a case: a row whose types its name does not tell of, where there is one. */
  static Optional<NeighbourProducts> of(String name, List<NeighbourProducts> all) {
    List<NeighbourProducts> other =
        all.stream()
            .filter(one -> !name.contains(one.row.a().toString()))
            .filter(one -> one.standsBeside(name))
            .toList();
    return other.isEmpty() ? Optional.empty() : Optional.of(other.get(Draw.index(other, name)));
  }

  /**
   * Whether it can keep company to what a name or a shader tells of: another float type stands in
   * for doubles in the front end.
   */
  boolean standsBeside(String other) {
    return !row.a().isFloat() || !other.contains(DOUBLE) && !other.contains(DOUBLES);
  }

  /** Products of each scope instance. */
  private static int count(ExecutionContext.Company company) {
    return company == ExecutionContext.Company.AROUND ? KEPT : 1;
  }

  String extensions() {
    Set<String> all = new LinkedHashSet<>();
    all.add("#pragma use_vulkan_memory_model");
    all.add("#extension %s : require".formatted(TestedSystem.base().glslExtension()));
    all.add("#extension GL_KHR_memory_scope_semantics : require");
    all.add("#extension GL_KHR_shader_subgroup_basic : require");
    if (hasOperations) {
      for (String kind : List.of("vote", "arithmetic", "ballot", "shuffle", "quad")) {
        all.add("#extension GL_KHR_shader_subgroup_%s : require".formatted(kind));
      }
    }
    all.add("#extension GL_EXT_shader_explicit_arithmetic_types : require");
    for (ComponentType type : List.of(row.a(), row.b(), row.c())) {
      ComponentSupport.extension(type).lines().filter(line -> !line.isBlank()).forEach(all::add);
    }
    return String.join("\n", all) + "\n";
  }

  /**
   * @param binding of the buffer that the products are stored in
   * @param place of the company
   */
  String declaration(int binding, Place place) {
    return """

    layout(set = 0, binding = %d, std430) writeonly buffer CompanyBuffer { %s company[]; };
    #define COMPANY %s

    %s companyOf(uint number) {
        return coopMatMulAdd(
            %s(%s(2)),
            %s(%s(1)),
            %s(%s(number)));
    }

    void keep(COMPANY made, uint number, uint count) {
        uint place = workgroup * %du + (subgroup * count + number) * %du;
        coopMatStore(made, company, place, %du, gl_CooperativeMatrixLayoutRowMajor);
    }
    %s\
    """
        .formatted(
            binding,
            row.c().glsl(1),
            matrix(row.c(), row.m(), row.n(), "gl_MatrixUseAccumulator"),
            "COMPANY",
            matrix(row.a(), row.m(), row.k(), "gl_MatrixUseA"),
            row.a().glsl(1),
            matrix(row.b(), row.k(), row.n(), "gl_MatrixUseB"),
            row.b().glsl(1),
            "COMPANY",
            row.c().glsl(1),
            elements(place),
            row.m() * row.n(),
            row.n(),
            place.words == 0
                ? ""
                : "shared %s companyWords[%d];\n".formatted(row.c().glsl(1), place.words));
  }

  /**
   * Where and how large company is.
   *
   * @param company when products are made
   * @param subgroups of a workgroup that do something
   * @param size of these subgroups
   * @param words that a workgroup keeps in shared memory, one for each invocation, or 0
   */
  record Place(ExecutionContext.Company company, int subgroups, int size, int words) {}

  /** Whether operations across subgroups stand beside the body, where company is so. */
  boolean gathers(ExecutionContext.Company company) {
    return hasOperations && company == ExecutionContext.Company.AROUND;
  }

  /** Words of a workgroup that operations across subgroups give. */
  private int gathered(Place place) {
    return gathers(place.company) ? place.subgroups * place.size * OPERATIONS.size() : 0;
  }

  /** Elements of a workgroup's products. */
  private int products(Place place) {
    return place.subgroups * count(place.company) * row.m() * row.n();
  }

  /** Elements of a workgroup in the buffer: its products, then its words. */
  private int elements(Place place) {
    return products(place) + gathered(place) + place.words;
  }

  private static String matrix(ComponentType type, int rows, int columns, String use) {
    return "coopmat<%s, gl_ScopeSubgroup, %d, %d, %s>".formatted(type.glsl(1), rows, columns, use);
  }

  String before(Place place) {
    String words =
        place.words == 0
            ? ""
            : "    companyWords[local] = %s(local + 1u);\n    barrier();\n"
                .formatted(row.c().glsl(1));
    return words
        + switch (place.company) {
          case ALONE, AFTER -> "";
          case BEFORE -> "    keep(companyOf(0u), 0u, 1u);\n";
          case AROUND ->
              """
                  COMPANY kept[%1$d];
                  for (uint n = 0u; n < %1$du; ++n) {
                      kept[n] = companyOf(n);
                  }
              """
                      .formatted(KEPT)
                  + gather(place);
        };
  }

  private String gather(Place place) {
    if (!gathers(place.company)) {
      return "";
    }
    StringBuilder out = new StringBuilder("    uint lane = gl_SubgroupInvocationID;\n");
    out.append("    uint gathered[%d];\n".formatted(OPERATIONS.size()));
    for (int n = 0; n < OPERATIONS.size(); n++) {
      out.append("    gathered[%d] = %s;\n".formatted(n, OPERATIONS.get(n).glsl));
    }
    return out.toString();
  }

  private String keepGathered(Place place) {
    return gathers(place.company)
        ? """
            for (uint n = 0u; n < %1$du; ++n) {
                company[workgroup * %2$du + %3$du + (subgroup * %4$du + lane) * %1$du + n] =
                    %5$s(gathered[n]);
            }
        """
            .formatted(
                OPERATIONS.size(), elements(place), products(place), place.size, row.c().glsl(1))
        : "";
  }

  String after(Place place) {
    String products =
        switch (place.company) {
          case ALONE, BEFORE -> "";
          case AFTER -> "    keep(companyOf(0u), 0u, 1u);\n";
          case AROUND ->
              """
                  for (uint n = 0u; n < %1$du; ++n) {
                      keep(kept[n], n, %1$du);
                  }
              """
                      .formatted(KEPT)
                  + keepGathered(place);
        };
    return place.words == 0
        ? products
        : products
            + """
                barrier();
                company[workgroup * %du + %du + local] = companyWords[%du - local];
            """
                .formatted(elements(place), products(place) + gathered(place), place.words - 1);
  }

  /** The buffer with all products: what it held before, and what it must hold. */
  ExpectedContents contents(Place place, int workgroups) {
    int elements = row.m() * row.n();
    int count = count(place.company);
    ExpectedContents contents = ExpectedContents.marked(WORD_BYTES * workgroups * elements(place));
    for (int workgroup = 0; workgroup < workgroups; workgroup++) {
      int at = workgroup * elements(place);
      for (int e = 0; e < products(place); e++) {
        put(contents, at + e, 2L * row.k() + e / elements % count, rule());
      }
      at += products(place);
      for (int n = 0; n < gathered(place); n++) {
        int lane = n / OPERATIONS.size() % place.size;
        IntBinaryOperator value = OPERATIONS.get(n % OPERATIONS.size()).value;
        put(contents, at + n, value.applyAsInt(lane, place.size), GATHERED);
      }
      at += gathered(place);
      for (int word = 0; word < place.words; word++) {
        put(contents, at + word, place.words - word, WORDS);
      }
    }
    return contents;
  }

  private void put(ExpectedContents contents, int element, long value, Rule rule) {
    contents.put(WORD_BYTES * element, row.c(), bits(value), rule);
  }

  private long bits(long value) {
    return row.c().isFloat() ? FloatFormat.FLOAT32.encode(value, Rounding.NEAREST_EVEN) : value;
  }

  /** Its name among those that a case draws from. */
  @Override
  public String toString() {
    return row.label();
  }
}
