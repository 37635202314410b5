// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.ClassUtil;

/**
 * Parses lines of journals of this schema and of others: members that it does not know are ignored,
 * and those that are missing or have a value of another type are empty. It keeps one copy of texts
 * that repeat from line to line. One thread uses a parser.
 */
public final class RowParser {

  /** More behind the end of a value is damage. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .addHandler(new Strangers())
          .build();

  /** What a line of a case begins with when the suite has written it. */
  private static final byte[] CASE = "{\"case\":".getBytes(StandardCharsets.UTF_8);

  private static final ObjectReader ROWS = JSON.readerFor(Row.class);

  private final ObjectReader rows = ROWS.withAttribute(Kept.class, new Kept());

  /** A parser for the lines of one journal, of any number. */
  public RowParser() {}

  /** A value of another type than the member's says nothing. */
  private static final class Strangers extends DeserializationProblemHandler {

    private static Object nothing(Class<?> type) {
      return type.isPrimitive() ? ClassUtil.defaultValue(type) : null;
    }

    @Override
    public Object handleUnexpectedToken(
        DeserializationContext context, JavaType type, JsonToken token, JsonParser in, String why) {
      in.skipChildren();
      return nothing(type.getRawClass());
    }

    @Override
    public Object handleWeirdStringValue(
        DeserializationContext context, Class<?> type, String value, String why) {
      return nothing(type);
    }

    @Override
    public Object handleWeirdNumberValue(
        DeserializationContext context, Class<?> type, Number value, String why) {
      return nothing(type);
    }

    @Override
    public Object handleMissingInstantiator(
        DeserializationContext context,
        Class<?> type,
        ValueInstantiator instantiator,
        JsonParser in,
        String why) {
      in.skipChildren();
      return nothing(type);
    }
  }

  /**
   * {@return what a line of a journal contains: a case, something of the run, or {@link
   * JournalLine.Damaged} if it is no JSON object, or a case without a name or a verdict} It never
   * throws for what a line contains.
   *
   * @param line its bytes in UTF-8 without the line feed, not blank ({@link #isBlank})
   */
  public JournalLine line(byte[] line) {
    try {
      if (Arrays.mismatch(line, CASE) == CASE.length) {
        return row(rows.readValue(line));
      }
      JsonNode tree = JSON.readTree(line);
      if (!tree.isObject()) {
        return new JournalLine.Damaged();
      }
      return tree.has("case") ? row(rows.readValue(tree)) : new JournalLine.Said(tree);
    } catch (JacksonException e) {
      return new JournalLine.Damaged();
    }
  }

  private static JournalLine row(Row row) {
    return row.name().isEmpty() || row.outcome() == null
        ? new JournalLine.Damaged()
        : new JournalLine.Case(row);
  }

  /** The row that a line holds; empty where the line is damaged or is none. */
  Optional<Row> parse(byte[] line) {
    return line(line) instanceof JournalLine.Case one ? Optional.of(one.row()) : Optional.empty();
  }

  /** The name of the case that a line is about, where it is one that {@link #parse} reads. */
  String name(byte[] line) {
    try (JsonParser in = JSON.createParser(line)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean isCase = in.currentName().equals("case");
        in.nextToken();
        if (isCase) {
          return FileTexts.whole(in.getString());
        }
        in.skipChildren();
      }
      return "";
    }
  }

  /**
   * {@return whether a line contains nothing but blanks and control characters; true for an empty
   * one}
   *
   * @param line its bytes
   */
  public static boolean isBlank(byte[] line) {
    for (byte one : line) {
      if (one > ' ' || one < 0) {
        return false;
      }
    }
    return true;
  }
}
