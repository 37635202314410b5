// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.glsl.TextResources;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A shader written by hand with named holes, for what is not a sequence of matrix operations:
 * functions, branches, callbacks, arrays. Places marked {@code ${NAME}} are filled in by {@link
 * #with}.
 */
public final class ShaderTemplate {

  private final String path;
  private final Map<String, Object> values = new LinkedHashMap<>();

  private ShaderTemplate(String path) {
    this.path = path;
  }

  /**
   * {@return the template of a resource, with no place filled in} A missing resource is found only
   * by {@link #text}.
   *
   * @param name path below {@code coopcts/shaders} on the class path, such as {@code
   *     layout/probe.comp}
   */
  public static ShaderTemplate of(String name) {
    return new ShaderTemplate("/coopcts/shaders/" + name);
  }

  /**
   * Fills in a place, wherever it occurs in the text.
   *
   * @param name of the place, as it stands between the braces; a name that the text lacks has no
   *     effect
   * @param value whose {@code toString} is put there; it replaces an earlier one and is not null
   * @return this template
   */
  public ShaderTemplate with(String name, Object value) {
    values.put(name, value);
    return this;
  }

  /**
   * {@return the text of a resource that lies among the shaders, as it is}
   *
   * @param name path below {@code coopcts/shaders} on the class path
   * @throws IllegalStateException if there is no such resource
   */
  public static String resource(String name) {
    return TextResources.text(of(name).path);
  }

  /**
   * {@return the text of the resource with all places filled in}
   *
   * @throws IllegalStateException if there is no such resource, or a place was not filled in
   */
  public String text() {
    String text = TextResources.text(path);
    for (Map.Entry<String, Object> entry : values.entrySet()) {
      text = text.replace("${" + entry.getKey() + "}", entry.getValue().toString());
    }
    int open = text.indexOf("${");
    if (open >= 0) {
      throw new IllegalStateException(path + ": " + text.substring(open, open + 20));
    }
    return text;
  }
}
