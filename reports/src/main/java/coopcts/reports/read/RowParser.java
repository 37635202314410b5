// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import coopcts.model.Executable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads lines of a journal one token at a time; what repeats from line to line is kept once. */
final class RowParser {

  /** Texts and lists of which one copy is kept. */
  private static final int SHARED = 20_000;

  private final JsonFactory json = new JsonFactory();
  private final Map<Object, Object> known = new HashMap<>();

  /** The row that a line holds; empty where the line is damaged or is none. */
  Optional<Row> parse(byte[] line) {
    try (JsonParser in = json.createParser(ObjectReadContext.empty(), line)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      Fields fields = new Fields();
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = in.currentName();
        in.nextToken();
        field(fields, name, in);
      }
      boolean whole = in.currentToken() == JsonToken.END_OBJECT && in.nextToken() == null;
      return whole && !fields.name.isEmpty() && !fields.verdict.isEmpty()
          ? Optional.of(fields.row())
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** The name of the case that a line is about, where it is one that {@link #parse} reads. */
  String name(byte[] line) {
    try (JsonParser in = json.createParser(ObjectReadContext.empty(), line)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean isCase = in.currentName().equals("case");
        in.nextToken();
        if (isCase) {
          return text(in);
        }
        in.skipChildren();
      }
      return "";
    }
  }

  private void field(Fields to, String name, JsonParser in) {
    switch (name) {
      case "case" -> to.name = text(in);
      case "verdict" -> to.verdict = once(in.getString());
      case "expected" -> to.expected = in.currentToken() == JsonToken.VALUE_TRUE;
      case "assertions" -> to.assertions = texts(in);
      case "subcases" -> to.subcases = (int) number(in);
      case "failedSubcases" -> to.failedSubcases = texts(in);
      case "millis" -> to.millis = Math.max(0, number(in));
      case "message" -> to.message = once(text(in));
      case "phases" -> to.phases = phases(in);
      case "details" -> to.details = text(in);
      case "started" -> to.started = number(in);
      case "worker" -> to.worker = once(text(in));
      case "tries" -> tries(to, in);
      case "executables" -> executables(to, in);
      default -> in.skipChildren();
    }
  }

  @SuppressWarnings("unchecked")
  private <T> T once(T value) {
    if (known.size() >= SHARED) {
      return (T) known.getOrDefault(value, value);
    }
    T kept = (T) known.putIfAbsent(value, value);
    return kept == null ? value : kept;
  }

  private static String text(JsonParser in) {
    String text = in.currentToken().isScalarValue() ? in.getString() : "";
    in.skipChildren();
    return in.currentToken() == JsonToken.VALUE_NULL || text == null ? "" : FileTexts.whole(text);
  }

  private static long number(JsonParser in) {
    long value = in.currentToken().isNumeric() ? (long) in.getDoubleValue() : 0;
    in.skipChildren();
    return value;
  }

  /** How many there were, or a list with an entry for each that was not the last. */
  private void tries(Fields to, JsonParser in) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      to.tries = (int) number(in);
      return;
    }
    to.earlier = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() == JsonToken.START_OBJECT) {
        Fields own = new Fields();
        while (in.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = in.currentName();
          in.nextToken();
          field(own, name, in);
        }
        to.earlier.add(
            new Row.Try(RecordedVerdict.named(own.verdict), own.message, own.started, own.millis));
      } else {
        in.skipChildren();
      }
    }
    to.tries = 1 + to.earlier.size();
  }

  private void executables(Fields to, JsonParser in) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    to.executables = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() == JsonToken.START_OBJECT) {
        to.executables.add(executable(in));
      } else {
        in.skipChildren();
      }
    }
  }

  private Executable executable(JsonParser in) {
    String name = "";
    int subgroup = 0;
    Map<String, Double> statistics = Map.of();
    Map<String, Integer> matrix = null;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = in.currentName();
      in.nextToken();
      switch (member) {
        case "name" -> name = once(text(in));
        case "subgroup" -> subgroup = (int) number(in);
        case "statistics" -> statistics = numbers(in);
        case "matrix" -> {
          if (in.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Integer> counts = new TreeMap<>();
            numbers(in).forEach((word, count) -> counts.put(word, count.intValue()));
            matrix = counts;
          } else {
            in.skipChildren();
          }
        }
        default -> in.skipChildren();
      }
    }
    return new Executable(name, subgroup, statistics, matrix);
  }

  /** Numbers by name; what is none is left out. */
  private Map<String, Double> numbers(JsonParser in) {
    Map<String, Double> numbers = new TreeMap<>();
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return numbers;
    }
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = once(FileTexts.whole(in.currentName()));
      if (in.nextToken().isNumeric()) {
        numbers.put(name, in.getDoubleValue());
      } else {
        in.skipChildren();
      }
    }
    return numbers;
  }

  private List<String> texts(JsonParser in) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      texts.add(once(text(in)));
    }
    return once(List.copyOf(texts));
  }

  private static Row.Micros phases(JsonParser in) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return Row.Micros.NONE;
    }
    long[] micros = new long[4];
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      int at = List.of("compile", "pipeline", "execute", "judge").indexOf(in.currentName());
      in.nextToken();
      long value = number(in);
      if (at >= 0) {
        micros[at] = value;
      }
    }
    return new Row.Micros(micros[0], micros[1], micros[2], micros[3]);
  }

  private static final class Fields {
    private String name = "";
    private String verdict = "";
    private boolean expected = true;
    private List<String> assertions = List.of();
    private int subcases;
    private List<String> failedSubcases = List.of();
    private long millis;
    private String message = "";
    private Row.Micros phases = Row.Micros.NONE;
    private String details = "";
    private long started;
    private String worker = "";
    private int tries = 1;
    private List<Row.Try> earlier = List.of();
    private List<Executable> executables = List.of();

    private Row row() {
      return new Row(
          name,
          RecordedVerdict.named(verdict),
          expected,
          assertions,
          subcases,
          failedSubcases,
          millis,
          message,
          phases,
          details,
          started,
          worker,
          Math.max(1, tries),
          earlier,
          List.copyOf(executables));
    }
  }
}
