// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import coopcts.program.ComponentValue;
import coopcts.program.Index;
import coopcts.program.Operation;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Programs as text: what a seed draws changes with the generator, what is kept does not. */
final class SavedPrograms {

  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "is")
  private interface Named {}

  private static final List<Class<?>> SEALED =
      List.of(
          Operation.class,
          TensorOperation.class,
          QcomOperation.class,
          VectorOperation.class,
          TensorLayout.Setter.class,
          TensorLayout.ViewSetter.class,
          Index.class,
          Scalar.class,
          ComponentValue.class);

  private static final JsonMapper JSON = mapper();

  private SavedPrograms() {}

  private static JsonMapper mapper() {
    JsonMapper.Builder builder =
        JsonMapper.builder()
            .changeDefaultVisibility(
                all ->
                    all.withGetterVisibility(Visibility.NONE)
                        .withIsGetterVisibility(Visibility.NONE)
                        .withFieldVisibility(Visibility.ANY));
    for (Class<?> sealed : SEALED) {
      builder.addMixIn(sealed, Named.class);
      builder.registerSubtypes(
          Arrays.stream(sealed.getPermittedSubclasses())
              .filter(one -> !one.isInterface())
              .toArray(Class<?>[]::new));
    }
    return builder.build();
  }

  static String write(RandomProgram program) {
    return JSON.writeValueAsString(program);
  }

  /**
   * @throws IllegalArgumentException if the text is no program
   */
  static RandomProgram read(String text) {
    try {
      RandomProgram read = JSON.readValue(text, RandomProgram.class);
      if (read.program() == null || read.inputs() == null) {
        throw new IllegalArgumentException("a program has 'program' and 'inputs'");
      }
      return read;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no program: " + e.getOriginalMessage(), e);
    }
  }
}
