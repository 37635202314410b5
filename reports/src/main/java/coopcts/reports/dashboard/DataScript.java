// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.reports.read.FileTexts;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * A piece of the site's data as a script that hands one JSON value to the page, because a page that
 * is opened from a file may load scripts but nothing else. Only ASCII, so that neither an encoding
 * nor half a character can break it.
 */
final class DataScript implements AutoCloseable {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Writer file;
  private final JsonGenerator out;

  DataScript(Path folder, String key) throws IOException {
    Path path = folder.resolve(key + ".js");
    Files.createDirectories(path.getParent());
    this.file = Files.newBufferedWriter(path);
    this.out = JSON.createGenerator(ObjectWriteContext.empty(), file);
    out.writeRaw("coopcts.take(\"" + key + "\",");
  }

  DataScript object() {
    out.writeStartObject();
    return this;
  }

  DataScript array() {
    out.writeStartArray();
    return this;
  }

  DataScript endObject() {
    out.writeEndObject();
    return this;
  }

  DataScript endArray() {
    out.writeEndArray();
    return this;
  }

  DataScript name(String name) {
    out.writeName(name);
    return this;
  }

  DataScript field(String name, Object value) {
    out.writeName(name);
    return value(value);
  }

  /** A text, a number, a truth value, or a list or map of such. */
  DataScript value(Object value) {
    switch (value) {
      case null -> out.writeNull();
      case String text -> out.writeString(FileTexts.whole(text));
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case Double number -> out.writeNumber(number);
      case Boolean truth -> out.writeBoolean(truth);
      case Collection<?> values -> {
        out.writeStartArray();
        values.forEach(this::value);
        out.writeEndArray();
      }
      case Map<?, ?> values -> {
        out.writeStartObject();
        values.forEach((name, own) -> field(name.toString(), own));
        out.writeEndObject();
      }
      default -> out.writeString(FileTexts.whole(value.toString()));
    }
    return this;
  }

  @Override
  public void close() throws IOException {
    out.writeRaw(");\n");
    out.close();
    file.close();
  }
}
