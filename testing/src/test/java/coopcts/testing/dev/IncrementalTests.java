// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** What changed is compiled, what depends on it too, and nothing else. */
public final class IncrementalTests {

  private static final List<String> QUIET = List.of("-proc:none", "-nowarn");

  private Path root;
  private Tree first;
  private Tree second;

  @BeforeMethod
  void twoModules() throws IOException {
    root = Temporary.folder("incremental");
    first = new Tree(root, "generators", Tree.MAIN);
    second = new Tree(root, "cases", Tree.MAIN);
    write(
        first,
        "Base",
        "public class Base { public static final int SIZE = 4; int own() { return 1; } }");
    write(
        first,
        "Middle",
        "public class Middle extends Base { public Base base() { return this; } }");
    write(second, "User", "public class User { int size() { return Base.SIZE; } }");
    write(
        second,
        "Chain",
        "public class Chain { int call(Middle m) { return m.base().hashCode(); } }");
    write(second, "Other", "public class Other { }");
    assertEquals(build(), 5);
  }

  private static void write(Tree tree, String name, String body) throws IOException {
    Path file = file(tree, name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "package coopcts.x;\n" + body + "\n");
  }

  private static Path file(Tree tree, String name) {
    return tree.java().resolve("coopcts/x/" + name + ".java");
  }

  private static boolean isThere(Tree tree, String name) {
    return Files.exists(tree.classes().resolve("coopcts/x/" + name + ".class"));
  }

  /** How many sources a build compiles; -1 where it fails. */
  private int build() throws IOException {
    Incremental incremental = new Incremental(_ -> QUIET);
    boolean good =
        incremental.compile(first, List.of())
            && incremental.compile(second, List.of(first.classes()));
    return good ? incremental.compiled() : -1;
  }

  @Test
  void nothingIsCompiledTwice() throws IOException {
    assertEquals(build(), 0);
  }

  @Test
  void aBodyConcernsNobodyElse() throws IOException {
    write(
        first,
        "Base",
        "public class Base { public static final int SIZE = 4; int own() { return 2; } }");
    assertEquals(build(), 1);
  }

  /** A constant of another module stands in the user's own bytes and leaves no name there. */
  @Test
  void aConstantReachesWhoNamesItsClass() throws Exception {
    write(
        first,
        "Base",
        "public class Base { public static final int SIZE = 5; int own() { return 1; } }");
    // Base, Middle that inherits it, User that has the constant, and Chain that calls Middle.
    assertEquals(build(), 4);
  }

  /** The type of an expression that no text names. */
  @Test
  void aTypeBehindACallIsADependence() throws IOException {
    write(
        first,
        "Base",
        "public class Base { public static final int SIZE = 4; public int own() { return 1; } }");
    write(second, "Chain", "public class Chain { int call(Middle m) { return m.base().own(); } }");
    assertEquals(build(), 4);
    write(
        first,
        "Base",
        "public class Base { public static final int SIZE = 4; public long own() { return 1; } }");
    assertEquals(build(), -1, "Chain returns a long as an int");
  }

  @Test
  void whatNamesADeletedClassFails() throws IOException {
    Files.delete(file(first, "Base"));
    assertEquals(build(), -1);
    assertFalse(isThere(first, "Base"));
  }

  @Test
  void aRenamedClassLeavesNothingBehind() throws IOException {
    Files.delete(file(second, "Other"));
    write(second, "Another", "public class Another { static class Nested { } }");
    assertEquals(build(), 1);
    assertFalse(isThere(second, "Other"));
    assertTrue(isThere(second, "Another$Nested"));
    write(second, "Another", "public class Another { }");
    build();
    assertFalse(isThere(second, "Another$Nested"));
  }

  /** What did not compile is tried again, though it did not change since. */
  @Test
  void anErrorIsNotForgotten() throws IOException {
    write(second, "Other", "public class Other { int x = \"\"; }");
    assertEquals(build(), -1);
    assertEquals(build(), -1);
    write(second, "Other", "public class Other { }");
    assertEquals(build(), 1);
  }

  /** Another compiler, or a branch that was switched, left other classes. */
  @Test
  void aClassThatSomeoneElseWroteIsCompiledAnew() throws IOException {
    Path made = first.classes().resolve("coopcts/x/Middle.class");
    Files.write(made, new byte[] {1});
    Files.write(first.classes().resolve("coopcts/x/Stray.class"), new byte[] {1});
    assertEquals(build(), 1);
    assertTrue(Files.size(made) > 1);
    assertFalse(isThere(first, "Stray"));
  }
}
