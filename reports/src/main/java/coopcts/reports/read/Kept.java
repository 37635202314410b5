// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Texts and lists that repeat from line to line, of which one copy is kept. */
final class Kept {

  /** Texts and lists of which one copy is kept. */
  private static final int MOST = 20_000;

  private final Map<Object, Object> known = new HashMap<>();

  @SuppressWarnings("unchecked")
  private <T> T once(T value) {
    if (known.size() >= MOST) {
      return (T) known.getOrDefault(value, value);
    }
    T kept = (T) known.putIfAbsent(value, value);
    return kept == null ? value : kept;
  }

  private static Kept of(DeserializationContext context) {
    return (Kept) context.getAttribute(Kept.class);
  }

  private String text(JsonParser in) {
    String text = in.currentToken().isScalarValue() ? in.getString() : "";
    in.skipChildren();
    return in.currentToken() == JsonToken.VALUE_NULL || text == null
        ? ""
        : once(FileTexts.whole(text));
  }

  /** A text; what is none is empty. */
  static final class OfText extends ValueDeserializer<String> {
    @Override
    public String deserialize(JsonParser in, DeserializationContext context) {
      return of(context).text(in);
    }
  }

  /** A list of texts; what is none is empty. */
  static final class OfTexts extends ValueDeserializer<List<String>> {
    @Override
    public List<String> deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() != JsonToken.START_ARRAY) {
        in.skipChildren();
        return List.of();
      }
      Kept kept = of(context);
      List<String> texts = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        texts.add(kept.text(in));
      }
      return kept.once(List.copyOf(texts));
    }
  }
}
