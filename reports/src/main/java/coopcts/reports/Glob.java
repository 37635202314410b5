// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A pattern for case names: {@code *} stands for any text without a dot, {@code **} for any text,
 * every other character for itself. A name is gone through once, however many stars there are.
 */
public final class Glob {

  private static final char STAR = '\uE000';
  private static final char STARS = '\uE001';

  private final String text;
  private final String prefix;

  /** What comes from the first star on: characters, {@link #STAR} and {@link #STARS}. */
  private final char[] rest;

  /**
   * Makes a pattern; every text is one.
   *
   * @param text of the pattern
   */
  public Glob(String text) {
    this.text = text;
    int star = text.indexOf('*');
    this.prefix = star < 0 ? text : text.substring(0, star);
    this.rest = star < 0 ? new char[0] : tokens(text.substring(star));
  }

  /** Stars side by side are one; with a double one among them they are a double one. */
  private static char[] tokens(String text) {
    List<Character> tokens = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int end = at;
      while (end < text.length() && text.charAt(end) == '*') {
        end++;
      }
      if (end > at) {
        tokens.add(end - at > 1 ? STARS : STAR);
        at = end;
      } else {
        tokens.add(text.charAt(at++));
      }
    }
    char[] array = new char[tokens.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = tokens.get(i);
    }
    return array;
  }

  /** {@return whether it may match several names} */
  public boolean hasWildcards() {
    return rest.length > 0;
  }

  /**
   * {@return whether options such as {@code --filter} select a name: any of the patterns matches
   * it, or there are no patterns}
   *
   * @param globs patterns; may be empty
   * @param name of a case
   */
  public static boolean selects(List<Glob> globs, String name) {
    return globs.isEmpty() || any(globs, name);
  }

  /**
   * {@return whether any of the patterns matches a name; false if there are no patterns}
   *
   * @param globs patterns; may be empty
   * @param name of a case
   */
  public static boolean any(List<Glob> globs, String name) {
    return globs.stream().anyMatch(glob -> glob.matches(name));
  }

  /** Whether the pattern has no star, so that it matches one name only. */
  boolean isName() {
    return rest.length == 0;
  }

  /**
   * {@return whether the pattern matches a name from its beginning to its end}
   *
   * @param name of a case
   */
  public boolean matches(String name) {
    if (rest.length == 0) {
      return text.equals(name);
    }
    if (!name.startsWith(prefix)) {
      return false;
    }
    if (rest.length == 1 && rest[0] == STARS) {
      return true;
    }
    return after(name)[rest.length];
  }

  /** The places in the pattern at which one is after a text that begins with the prefix. */
  private boolean[] after(String name) {
    boolean[] here = new boolean[rest.length + 1];
    boolean[] next = new boolean[rest.length + 1];
    here[0] = true;
    skipStars(here);
    for (int i = prefix.length(); i < name.length(); i++) {
      step(here, next, name.charAt(i));
      boolean[] swap = here;
      here = next;
      next = swap;
    }
    return here;
  }

  /** From all places in the pattern at once to those behind one more character. */
  private void step(boolean[] here, boolean[] next, char c) {
    Arrays.fill(next, false);
    for (int place = 0; place < rest.length; place++) {
      if (here[place]) {
        if (rest[place] == STARS || rest[place] == STAR && c != '.') {
          next[place] = true;
        } else if (rest[place] == c) {
          next[place + 1] = true;
        }
      }
    }
    skipStars(next);
  }

  /** A star may stand for nothing. */
  private void skipStars(boolean[] places) {
    for (int place = 0; place < rest.length; place++) {
      if (places[place] && (rest[place] == STAR || rest[place] == STARS)) {
        places[place + 1] = true;
      }
    }
  }

  /** Whether it matches a name, or one that begins with the name and a dot. */
  boolean reaches(String name) {
    return matches(name) || matchesFrom(name + ".");
  }

  /**
   * {@return whether there may be a name that begins so and that the pattern matches} Listing uses
   * it to leave out whole families.
   *
   * @param start of names, such as {@code khr.load.}
   */
  public boolean matchesFrom(String start) {
    if (!start.startsWith(prefix)) {
      return prefix.startsWith(start);
    }
    for (boolean here : after(start)) {
      if (here) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return text;
  }
}
