// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.spirv.TensorClamp;
import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.model.ComponentType;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An expression on named whole numbers of 64 bits, as the table of faults has it: operators and
 * precedence as in Java, 1 for true and 0 for false, {@code a ? b : c} too. Arithmetic wraps, a
 * division by 0 gives 0, and {@code >>} keeps the sign.
 *
 * <p>Functions are {@code min}, {@code max}, {@code floorDiv}, {@code floorMod} and {@code ceilDiv}
 * of two numbers, {@code abs} and {@code highestOneBit} of one, and {@code pattern(n, type)}, a
 * whole number in a type of floats, such as {@code pattern(1, FROM_FLOAT16)}.
 *
 * <p>Names are those of the tap ({@link Tap}); bins of cover points, such as {@code use.b}, 1 where
 * the instruction meets them; opcodes, such as {@code OpFAdd}; and constants: clamp modes ({@code
 * REPEAT}), layouts ({@code ROW_MAJOR}), operations ({@code ADD}), functions ({@code TANH}),
 * circumstances as bits of {@code around} ({@code BUFFER}), {@code SET_} with a setter, {@code OF_}
 * with a place, {@code KIND_} with a kind of opcode, {@code WAY_} with a way to copy, {@code
 * ROUND_} with a direction, {@code AS_} with a precision, {@code FROM_} with a component type,
 * {@code IN_} with a stage, {@code PATH_} with a path into the driver, {@code ROW}, {@code COLUMN}
 * and {@code QUADS} of reductions, {@code WORD}, 2^32 - 1, and {@code LARGEST_INT}. A feature,
 * limit or extension stands in single quotes.
 */
@FunctionalInterface
interface Formula {

  /**
   * {@return the value}
   *
   * @param values of the names, in the order in which the formula was read with them
   */
  long of(long[] values);

  /**
   * {@return the formula that a text stands for}
   *
   * @param text of the expression
   * @param names that it may use, in the order of the values; the last of equal ones counts
   * @param bins of cover points that it uses, whose values of 0 or 1 stand behind those of the
   *     names; what the text uses is added
   * @throws IllegalArgumentException if it is no expression, or uses a name or bin that is unknown
   */
  static Formula of(String text, List<String> names, List<Bin> bins) {
    return new Reader(text, names, bins).read();
  }

  /**
   * {@return the number that stands for a name in quotes} Different names have different numbers.
   *
   * @param name of a feature, limit or extension
   */
  static long number(String name) {
    return Reader.NUMBERS.computeIfAbsent(name, _ -> Reader.NEXT.getAndIncrement());
  }

  /** {@return the constants by name, in a fixed order; not to be changed} */
  static Map<String, Long> constants() {
    return Collections.unmodifiableMap(Reader.CONSTANTS);
  }

  /** {@return the names of operators and functions, beside the choice and those of one operand} */
  static Set<String> operators() {
    return Stream.concat(
            Reader.OPERATORS.stream().flatMap(level -> level.keySet().stream()),
            Reader.FUNCTIONS.keySet().stream())
        .collect(Collectors.toSet());
  }

  /** Reads by precedence, the weakest operators first. */
  final class Reader {
    private static final Pattern TOKEN =
        Pattern.compile(
            "\\s*('\\w+'|0x[0-9A-Fa-f]+|[0-9]+|\\w+\\.\\w+(?:\\^-?\\w+)?|\\w+|<<|>>|<=|>=|==|!=|&&|\\|\\||\\S)");

    private static final Map<String, Long> CONSTANTS = new LinkedHashMap<>();

    private static final Map<String, Long> NUMBERS = new ConcurrentHashMap<>();
    private static final AtomicLong NEXT = new AtomicLong();

    static {
      for (TensorClamp clamp : TensorClamp.values()) {
        CONSTANTS.put(clamp.name(), (long) clamp.ordinal());
      }
      for (Tap.Setter setter : Tap.Setter.values()) {
        CONSTANTS.put("SET_" + setter.name(), (long) setter.ordinal());
      }
      for (Tap.Place place : Tap.Place.values()) {
        CONSTANTS.put("OF_" + place.name(), (long) place.ordinal());
      }
      for (Layout layout : Layout.values()) {
        CONSTANTS.put(layout.name(), (long) layout.ordinal());
      }
      for (OpcodeKind kind : OpcodeKind.values()) {
        CONSTANTS.put("KIND_" + kind.name(), (long) kind.ordinal());
      }
      for (Tap.Function function : Tap.Function.values()) {
        CONSTANTS.put(function.name(), (long) function.number());
      }
      for (Tap.Way way : Tap.Way.values()) {
        CONSTANTS.put("WAY_" + way.name(), (long) way.ordinal());
      }
      for (Rounding rounding : Rounding.values()) {
        CONSTANTS.put("ROUND_" + rounding.name(), (long) rounding.ordinal());
      }
      for (Tap.Operation operation : Tap.Operation.values()) {
        CONSTANTS.put(operation.name(), (long) operation.ordinal());
      }
      for (Tap.Precision precision : Tap.Precision.values()) {
        CONSTANTS.put("AS_" + precision.name(), (long) precision.ordinal());
      }
      for (ComponentType type : ComponentType.values()) {
        CONSTANTS.put("FROM_" + type.name(), (long) type.ordinal());
      }
      for (ShaderStage stage : ShaderStage.values()) {
        CONSTANTS.put("IN_" + stage.name(), (long) stage.ordinal());
      }
      for (Circumstance circumstance : Circumstance.values()) {
        CONSTANTS.put(circumstance.name(), 1L << circumstance.ordinal());
      }
      for (SubmissionPath path : SubmissionPath.values()) {
        CONSTANTS.put("PATH_" + path.name(), (long) path.ordinal());
      }
      CONSTANTS.put("ROW", 1L);
      CONSTANTS.put("COLUMN", 2L);
      CONSTANTS.put("QUADS", 4L);
      CONSTANTS.put("WORD", 0xFFFFFFFFL);
      CONSTANTS.put("LARGEST_INT", (long) Integer.MAX_VALUE);
    }

    private static final List<Map<String, LongBinaryOperator>> OPERATORS =
        List.of(
            Map.of("||", (a, b) -> (a | b) == 0 ? 0 : 1),
            Map.of("&&", (a, b) -> a != 0 && b != 0 ? 1 : 0),
            Map.of("|", (a, b) -> a | b),
            Map.of("^", (a, b) -> a ^ b),
            Map.of("&", (a, b) -> a & b),
            Map.of("==", (a, b) -> a == b ? 1 : 0, "!=", (a, b) -> a != b ? 1 : 0),
            Map.of(
                "<",
                (a, b) -> a < b ? 1 : 0,
                ">",
                (a, b) -> a > b ? 1 : 0,
                "<=",
                (a, b) -> a <= b ? 1 : 0,
                ">=",
                (a, b) -> a >= b ? 1 : 0),
            Map.of("<<", (a, b) -> a << b, ">>", (a, b) -> a >> b),
            Map.of("+", Long::sum, "-", (a, b) -> a - b),
            Map.of(
                "*",
                (a, b) -> a * b,
                "/",
                (a, b) -> b == 0 ? 0 : a / b,
                "%",
                (a, b) -> b == 0 ? 0 : a % b));

    private static final Map<String, LongBinaryOperator> FUNCTIONS =
        Map.of(
            "min",
            Math::min,
            "max",
            Math::max,
            "floorDiv",
            (a, b) -> b == 0 ? 0 : Math.floorDiv(a, b),
            "floorMod",
            (a, b) -> b == 0 ? 0 : Math.floorMod(a, b),
            "ceilDiv",
            (a, b) -> b == 0 ? 0 : Math.ceilDiv(a, b),
            "abs",
            (a, _) -> Math.abs(a),
            "highestOneBit",
            (a, _) -> Long.highestOneBit(a),
            "pattern",
            Reader::pattern);

    private static final Set<String> OF_ONE = Set.of("abs", "highestOneBit");

    private final String text;
    private final List<String> names;
    private final List<Bin> bins;
    private final List<String> tokens = new ArrayList<>();
    private int at;

    Reader(String text, List<String> names, List<Bin> bins) {
      this.text = text;
      this.names = names;
      this.bins = bins;
      Matcher matcher = TOKEN.matcher(text);
      while (matcher.find()) {
        tokens.add(matcher.group(1));
      }
    }

    /** The pattern of a whole number in a type of floats, by its number among the types. */
    private static long pattern(long number, long type) {
      ComponentType[] all = ComponentType.values();
      return all[Math.floorMod(type, all.length)].format() instanceof FloatFormat format
          ? format.encode(number, Rounding.NEAREST_EVEN)
          : number;
    }

    Formula read() {
      Formula all = choice();
      if (at < tokens.size()) {
        throw wrong("nothing is expected at '" + tokens.get(at) + "'");
      }
      return all;
    }

    private IllegalArgumentException wrong(String what) {
      return new IllegalArgumentException("'%s': %s".formatted(text, what));
    }

    private boolean takes(String token) {
      boolean taken = at < tokens.size() && tokens.get(at).equals(token);
      at += taken ? 1 : 0;
      return taken;
    }

    private void expect(String token) {
      if (!takes(token)) {
        throw wrong("'" + token + "' is missing");
      }
    }

    private Formula choice() {
      Formula condition = binary(0);
      if (!takes("?")) {
        return condition;
      }
      Formula one = choice();
      expect(":");
      Formula other = choice();
      return values -> condition.of(values) != 0 ? one.of(values) : other.of(values);
    }

    private Formula binary(int level) {
      if (level == OPERATORS.size()) {
        return unary();
      }
      Formula left = binary(level + 1);
      while (at < tokens.size() && OPERATORS.get(level).containsKey(tokens.get(at))) {
        Formula before = left;
        LongBinaryOperator operator = OPERATORS.get(level).get(tokens.get(at++));
        Formula right = binary(level + 1);
        left = values -> operator.applyAsLong(before.of(values), right.of(values));
      }
      return left;
    }

    private Formula unary() {
      if (takes("-")) {
        Formula of = unary();
        return values -> -of.of(values);
      }
      if (takes("~")) {
        Formula of = unary();
        return values -> ~of.of(values);
      }
      if (takes("!")) {
        Formula of = unary();
        return values -> of.of(values) == 0 ? 1 : 0;
      }
      return operand();
    }

    private Formula operand() {
      if (at == tokens.size()) {
        throw wrong("it ends too early");
      }
      if (takes("(")) {
        Formula inner = choice();
        expect(")");
        return inner;
      }
      String token = tokens.get(at++);
      if (token.length() > 2 && token.startsWith("'")) {
        long number = Formula.number(token.substring(1, token.length() - 1));
        return _ -> number;
      }
      if (Character.isDigit(token.charAt(0))) {
        long number = number(token);
        return _ -> number;
      }
      return takes("(") ? call(token) : named(token);
    }

    /** The value of a decimal number of 63 bits or a hexadecimal one of 64. */
    private long number(String token) {
      try {
        return token.startsWith("0x")
            ? Long.parseUnsignedLong(token.substring(2), 16)
            : Long.parseLong(token);
      } catch (NumberFormatException _) {
        throw wrong(token + " is no number of 64 bits");
      }
    }

    private Formula call(String function) {
      LongBinaryOperator operator = FUNCTIONS.get(function);
      if (operator == null) {
        throw wrong("there is no function " + function);
      }
      Formula one = choice();
      Formula other = one;
      if (!OF_ONE.contains(function)) {
        expect(",");
        other = choice();
      }
      expect(")");
      Formula last = other;
      return values -> operator.applyAsLong(one.of(values), last.of(values));
    }

    private Formula named(String name) {
      if (CONSTANTS.containsKey(name)) {
        long number = CONSTANTS.get(name);
        return _ -> number;
      }
      if (name.contains(".")) {
        Bin bin = Bins.named(name);
        if (!bins.contains(bin)) {
          bins.add(bin);
        }
        int place = names.size() + bins.indexOf(bin);
        return values -> values[place];
      }
      Optional<Opcode> opcode = Opcode.named(name);
      if (opcode.isPresent()) {
        long number = opcode.get().number();
        return _ -> number;
      }
      int index = names.lastIndexOf(name);
      if (index < 0) {
        throw wrong("unknown name %s; known here are %s".formatted(name, String.join(" ", names)));
      }
      return values -> values[index];
    }
  }
}
