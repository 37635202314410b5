// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A shader's source cut into words and signs, for what looks for something in it or changes it.
 * White space and comments lie between them, so that how a source is laid out makes no difference.
 */
public final class GlslTokens {

  /** Stands for any word or sign in {@link #isAt}. */
  public static final String ANY = "";

  /**
   * A word (letters, digits and underscores) or a sign of one character.
   *
   * @param text of it
   * @param start where it begins in the source, counted from 0
   */
  private record Token(String text, int start) {
    int end() {
      return start + text.length();
    }
  }

  private final String glsl;
  private final List<Token> tokens;

  private GlslTokens(String glsl) {
    this.glsl = glsl;
    this.tokens = cut(glsl);
  }

  /**
   * {@return a source cut into its words and signs}
   *
   * @param glsl any text
   */
  public static GlslTokens of(String glsl) {
    return new GlslTokens(glsl);
  }

  private static List<Token> cut(String glsl) {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < glsl.length()) {
      int end = at + 1;
      if (glsl.startsWith("//", at)) {
        end = behind(glsl, "\n", at);
      } else if (glsl.startsWith("/*", at)) {
        end = behind(glsl, "*/", at + 2);
      } else if (!Character.isWhitespace(glsl.charAt(at))) {
        while (isWord(glsl.charAt(at)) && end < glsl.length() && isWord(glsl.charAt(end))) {
          end++;
        }
        tokens.add(new Token(glsl.substring(at, end), at));
      }
      at = end;
    }
    return tokens;
  }

  private static int behind(String glsl, String end, int from) {
    int found = glsl.indexOf(end, from);
    return found < 0 ? glsl.length() : found + end.length();
  }

  private static boolean isWord(char one) {
    return one == '_' || Character.isLetterOrDigit(one);
  }

  /**
   * {@return a word or sign}
   *
   * @param number from 0, in the order of the source
   */
  public String text(int number) {
    return tokens.get(number).text;
  }

  /** {@return all words and signs in the order of the source} */
  public Stream<String> texts() {
    return tokens.stream().map(Token::text);
  }

  /**
   * {@return whether some words and signs begin at a place}
   *
   * @param number of the first, from 0
   * @param wanted texts; {@link #ANY} stands for any
   */
  public boolean isAt(int number, String... wanted) {
    boolean isSo = number + wanted.length <= tokens.size();
    // No stream: to list frames asks this of each word of each shader.
    for (int i = 0; isSo && i < wanted.length; i++) {
      isSo = wanted[i].equals(ANY) || wanted[i].equals(text(number + i));
    }
    return isSo;
  }

  /**
   * {@return the numbers of all places where some words and signs begin}
   *
   * @param wanted texts; {@link #ANY} stands for any
   */
  public IntStream places(String... wanted) {
    return IntStream.range(0, tokens.size()).filter(i -> isAt(i, wanted));
  }

  /**
   * {@return the source with other texts for some words and signs}
   *
   * @param others what stands instead, by the number of the word or sign
   */
  public String with(Map<Integer, String> others) {
    StringBuilder out = new StringBuilder(glsl.length());
    int done = 0;
    for (int i = 0; i < tokens.size(); i++) {
      String other = others.get(i);
      if (other != null) {
        out.append(glsl, done, tokens.get(i).start).append(other);
        done = tokens.get(i).end();
      }
    }
    return out.append(glsl, done, glsl.length()).toString();
  }

  /**
   * {@return the source with another text for a run of words and signs, and what lies between them}
   *
   * @param first number of the first of them
   * @param count how many
   * @param other what stands instead
   */
  public String with(int first, int count, String other) {
    return glsl.substring(0, tokens.get(first).start)
        + other
        + glsl.substring(tokens.get(first + count - 1).end());
  }

  private static final String[] ALONG_X = {"layout", "(", "local_size_x", "=", ANY, ")", "in", ";"};

  /**
   * {@return how many invocations a workgroup has, or empty if it lies along several axes}
   *
   * @throws IllegalStateException if the source is no compute shader that declares its workgroups'
   *     size in numbers: nothing else could be put around it unseen
   */
  public OptionalInt localSize() {
    OptionalInt found =
        places(ALONG_X).filter(at -> text(at + 4).chars().allMatch(Character::isDigit)).findFirst();
    if (found.isPresent()) {
      return OptionalInt.of(Integer.parseInt(text(found.getAsInt() + 4)));
    }
    if (texts().noneMatch("local_size_y"::equals) && texts().noneMatch("local_size_z"::equals)) {
      throw new IllegalStateException(
          "the shader declares no size of its workgroups that can be read");
    }
    return OptionalInt.empty();
  }

  /**
   * {@return the source with something else for the declaration of workgroups along x}
   *
   * @param declarations what stands instead
   * @throws IllegalStateException if there is no such declaration
   */
  public String withLocalSize(String declarations) {
    int first =
        places(ALONG_X)
            .findFirst()
            .orElseThrow(
                () -> new IllegalStateException("the shader declares no workgroup along x"));
    return with(first, ALONG_X.length, declarations);
  }
}
