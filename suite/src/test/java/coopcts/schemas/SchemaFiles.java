// SPDX-License-Identifier: Apache-2.0
package coopcts.schemas;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schemas of {@code docs/schemas}. */
final class SchemaFiles {

  static final Path FOLDER = Path.of("../docs/schemas");

  private static final JsonMapper JSON = JsonMapper.shared();

  /** One schema may refer to another. */
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(SchemaFiles::text));

  private SchemaFiles() {}

  static Path file(String name) {
    return FOLDER.resolve(name + ".schema.json");
  }

  static JsonNode read(Path file) throws IOException {
    return JSON.readTree(Files.readString(file));
  }

  /** The text of the schema with an {@code $id}; null where none has it. */
  private static String text(String id) {
    try {
      Path file = file(id.replaceFirst(".*:", ""));
      return Files.exists(file) ? Files.readString(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a schema has against a value, each with its place; empty where it agrees. */
  static List<String> complaints(String schema, JsonNode value) throws IOException {
    Schema compiled = REGISTRY.getSchema(read(file(schema)));
    return compiled.validate(value).stream().map(Error::toString).toList();
  }

  /** The names of all schemas. */
  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".schema.json"))
          .map(name -> name.replace(".schema.json", ""))
          .sorted()
          .toList();
    }
  }
}
