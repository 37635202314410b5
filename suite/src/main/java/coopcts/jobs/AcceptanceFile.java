// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Addresses;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.oracle.Tier;
import coopcts.plan.Assertions;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a buffer may hold after a run, beside its expected bytes: the elements of which more than
 * one pattern is acceptable, which matrix was stored where, and why.
 *
 * @param rules the rules that the others name by their position
 * @param matrices stored ones, in order
 * @param elements those that are not judged by the expected bytes
 * @param totals sums of 32-bit elements that reach a bound
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record AcceptanceFile(
    List<Why> rules, List<Stored> matrices, List<Element> elements, List<Total> totals) {

  /**
   * @param assertion the IDs of the sentences, separated by spaces, the one that says most first
   * @param tier must, practice or quality
   * @param sentence what the assertion says
   * @param keepsZeros whether one of the sentences binds the sign of a zero
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  record Why(String assertion, String tier, String sentence, boolean keepsZeros) {}

  /**
   * A matrix between two byte offsets.
   *
   * @param stride bytes from line to line
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Stored(
      String component,
      int rows,
      int columns,
      String layout,
      long offset,
      long stride,
      int instance,
      Long from,
      Long to,
      int rule) {}

  /**
   * One of {@code oneOf}, {@code low} with {@code high}, {@code nan}, {@code any}.
   *
   * @param oneOf patterns as hexadecimal numbers
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Element(
      int offset,
      String component,
      List<String> oneOf,
      Double low,
      Double high,
      Boolean nan,
      Boolean any,
      int rule) {}

  record Total(int offset, int count, long atLeast, int rule) {}

  /** The bits of an element. */
  private static final Pattern BITS = Pattern.compile("[0-9a-fA-F]{1,16}");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What is to be said of a buffer beside its bytes. */
  static AcceptanceFile of(Expectation.Buffer buffer, List<Expectation.Total> totals) {
    List<Rule> rules = new ArrayList<>();
    List<Stored> matrices =
        buffer.written().stream().map(written -> stored(written, rules)).toList();
    List<Element> elements = new ArrayList<>();
    buffer
        .open()
        .forEach(
            (offset, open) -> elements.add(element(offset, open, position(rules, open.rule()))));
    List<Total> sums =
        totals.stream()
            .map(
                total ->
                    new Total(
                        total.offset(),
                        total.count(),
                        total.bound(),
                        position(rules, total.rule())))
            .toList();
    return new AcceptanceFile(
        rules.stream().map(AcceptanceFile::why).toList(), matrices, elements, sums);
  }

  private static Why why(Rule rule) {
    return new Why(
        String.join(" ", rule.assertions()),
        rule.tier().name().toLowerCase(Locale.ROOT),
        Assertions.find(rule.assertion()).map(found -> found.statement()).orElse(""),
        rule.keepsZeros());
  }

  private static int position(List<Rule> rules, Rule rule) {
    if (!rules.contains(rule)) {
      rules.add(rule);
    }
    return rules.indexOf(rule);
  }

  private static Stored stored(Expectation.Written written, List<Rule> rules) {
    Addresses at = written.addresses();
    return new Stored(
        written.type().component().toString(),
        written.type().rows(),
        written.type().columns(),
        at.layout().name().toLowerCase(Locale.ROOT),
        at.start(),
        at.stride(),
        written.instance(),
        written.from() == 0 ? null : written.from(),
        written.to() == Long.MAX_VALUE ? null : written.to(),
        position(rules, written.rule()));
  }

  private static Element element(int offset, Expectation.Open open, int rule) {
    String component = component(open.format()).toString();
    return switch (open.acceptance()) {
      case Acceptance.OneOf(long[] patterns) ->
          new Element(
              offset,
              component,
              Arrays.stream(patterns)
                  .mapToObj(bits -> HexFormat.of().toHexDigits(bits, open.format().bits() / 4))
                  .toList(),
              null,
              null,
              null,
              null,
              rule);
      case Acceptance.Within(double low, double high) ->
          new Element(offset, component, null, low, high, null, null, rule);
      case Acceptance.NotANumber _ ->
          new Element(offset, component, null, null, null, true, null, rule);
      case Acceptance.Anything _ ->
          new Element(offset, component, null, null, null, null, true, rule);
    };
  }

  /** The type whose components a format gives their meaning. */
  static ComponentType component(NumberFormat format) {
    return Arrays.stream(ComponentType.values())
        .filter(type -> type.kind() != ComponentType.NumberKind.PACKED)
        .filter(type -> type != ComponentType.FLOAT8_UNSIGNED_E8M0)
        .filter(type -> type.format().equals(format))
        .findFirst()
        .orElseThrow();
  }

  boolean isEmpty() {
    return matrices.isEmpty() && elements.isEmpty() && totals.isEmpty();
  }

  void write(Path file) throws IOException {
    Files.writeString(file, text());
  }

  /** As it stands in a file. */
  String text() {
    return JSON.writeValueAsString(this) + "\n";
  }

  /**
   * @throws UsageException if the file is missing or broken
   */
  static AcceptanceFile read(Path file) {
    try {
      AcceptanceFile accept = JSON.readValue(Files.readString(file), AcceptanceFile.class);
      if (accept == null) {
        throw new UsageException(file + " says nothing of what is accepted");
      }
      AcceptanceFile whole =
          new AcceptanceFile(
              present(accept.rules),
              present(accept.matrices),
              present(accept.elements),
              present(accept.totals));
      whole.check(file);
      return whole;
    } catch (IOException e) {
      throw new UsageException("the file " + file + " cannot be read");
    } catch (JacksonException e) {
      throw UsageException.notUnderstood(file.toString(), e);
    }
  }

  /**
   * @throws UsageException if something in it makes no sense
   */
  private void check(Path file) {
    for (List<?> all : List.of(rules, matrices, elements, totals)) {
      require(file, all.stream().noneMatch(Objects::isNull), "there is a null in a list");
    }
    for (Why why : rules) {
      require(
          file,
          why.assertion != null
              && Arrays.stream(why.assertion.split(" "))
                  .allMatch(one -> Assertions.find(one).isPresent())
              && why.tier != null
              && Arrays.stream(Tier.values())
                  .anyMatch(one -> one.name().equalsIgnoreCase(why.tier)),
          "there is no rule by '%s' of tier '%s'".formatted(why.assertion, why.tier));
    }
    elements.forEach(one -> require(file, one.rule));
    matrices.forEach(one -> require(file, one.rule));
    totals.forEach(one -> require(file, one.rule));
    for (Stored one : matrices) {
      require(
          file,
          one.layout != null
              && Arrays.stream(MemoryLayout.values())
                  .anyMatch(layout -> layout.name().equalsIgnoreCase(one.layout)),
          "there is no layout '" + one.layout + "'");
    }
    for (Element one : elements) {
      require(
          file,
          one.oneOf != null
              ? one.oneOf.stream().allMatch(bits -> bits != null && BITS.matcher(bits).matches())
              : Boolean.TRUE.equals(one.nan)
                  || Boolean.TRUE.equals(one.any)
                  || one.low != null && one.high != null,
          "the element at %d takes 'oneOf', 'low' and 'high', 'nan' or 'any'"
              .formatted(one.offset));
    }
  }

  private void require(Path file, int rule) {
    require(file, rule >= 0 && rule < rules.size(), "there is no rule " + rule);
  }

  private static void require(Path file, boolean condition, String otherwise) {
    if (!condition) {
      throw new UsageException(file + ": " + otherwise);
    }
  }

  private static <T> List<T> present(List<T> list) {
    return list == null ? List.of() : list;
  }

  /** The buffer that this and its expected bytes describe. */
  Expectation.Buffer buffer(byte[] bytes) {
    TreeMap<Integer, Expectation.Open> open = new TreeMap<>();
    for (Element element : elements) {
      NumberFormat format = named(ComponentType.values(), element.component).format();
      open.put(
          element.offset, new Expectation.Open(format, acceptance(element), rule(element.rule)));
    }
    return new Expectation.Buffer(bytes, open, matrices.stream().map(this::written).toList());
  }

  /** The sums that are judged in a buffer. */
  List<Expectation.Total> totals(int buffer) {
    return totals.stream()
        .map(
            total ->
                new Expectation.Total(
                    buffer, total.offset, total.count, total.atLeast, rule(total.rule)))
        .toList();
  }

  private Expectation.Written written(Stored stored) {
    ComponentType component = named(ComponentType.values(), stored.component);
    MatrixType type =
        new MatrixType(component, Scope.SUBGROUP, stored.rows, stored.columns, Use.ACCUMULATOR);
    Rule rule = rule(stored.rule);
    MemoryLayout layout = MemoryLayout.valueOf(stored.layout.toUpperCase(Locale.ROOT));
    return new Expectation.Written(
        type,
        new Addresses(stored.offset, stored.stride, component.bytes(), layout, rule),
        stored.instance,
        rule,
        stored.from == null ? 0 : stored.from,
        stored.to == null ? Long.MAX_VALUE : stored.to);
  }

  private static Acceptance acceptance(Element element) {
    if (element.oneOf != null) {
      return new Acceptance.OneOf(
          element.oneOf.stream().mapToLong(text -> Long.parseUnsignedLong(text, 16)).toArray());
    }
    if (Boolean.TRUE.equals(element.nan)) {
      return new Acceptance.NotANumber();
    }
    return Boolean.TRUE.equals(element.any)
        ? new Acceptance.Anything()
        : new Acceptance.Within(element.low, element.high);
  }

  private Rule rule(int position) {
    Why why = rules.get(position);
    Tier tier = Tier.valueOf(why.tier.toUpperCase(Locale.ROOT));
    List<String> assertions = List.of(why.assertion.split(" "));
    Tier most = Rule.most(assertions.toArray(String[]::new)).tier();
    if (tier.compareTo(most) < 0) {
      throw new UsageException(
          "a rule by %s is of tier %s: the catalogue lets it be %s at most"
              .formatted(why.assertion, why.tier, most.name().toLowerCase(Locale.ROOT)));
    }
    return new Rule(tier, assertions);
  }

  private static <T> T named(T[] all, String name) {
    return Arrays.stream(all)
        .filter(one -> one.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new UsageException("there is no '" + name + "'"));
  }
}
