// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.testng.annotations.Test;

/**
 * What an instruction is stands in the instruction table, not in switches: no method of the
 * reference device has a cyclomatic complexity above 25: one, and one more for each branch, loop,
 * label of a case, handler, conditional and lazy operator. A lambda counts for itself.
 */
public final class ComplexityTests {

  private static final int MOST = 25;

  /** Ways through a method or lambda, without those of lambdas within. */
  private static final class Ways extends TreeScanner<Void, Void> {
    private int count = 1;

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree lambda, Void none) {
      return null;
    }

    @Override
    public Void scan(Tree tree, Void none) {
      switch (tree) {
        case IfTree _,
            ForLoopTree _,
            EnhancedForLoopTree _,
            WhileLoopTree _,
            DoWhileLoopTree _,
            CatchTree _,
            ConditionalExpressionTree _ ->
            count++;
        case BinaryTree binary
            when binary.getKind() == Tree.Kind.CONDITIONAL_AND
                || binary.getKind() == Tree.Kind.CONDITIONAL_OR ->
            count++;
        case CaseTree one ->
            count +=
                (int)
                    one.getLabels().stream()
                        .filter(label -> label.getKind() != Tree.Kind.DEFAULT_CASE_LABEL)
                        .count();
        case null, default -> {}
      }
      return super.scan(tree, none);
    }
  }

  private static Map<String, Integer> complexities(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, Integer> all = new TreeMap<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(sources);
      JavacTask task =
          (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
      for (CompilationUnitTree unit : task.parse()) {
        Path file = Path.of(unit.getSourceFile().getName());
        unit.accept(
            new TreeScanner<Void, Void>() {
              private String name = "";

              @Override
              public Void visitMethod(MethodTree method, Void none) {
                name = file.getFileName() + " " + method.getName();
                count(method.getBody());
                return super.visitMethod(method, none);
              }

              @Override
              public Void visitLambdaExpression(LambdaExpressionTree lambda, Void none) {
                count(lambda.getBody());
                return super.visitLambdaExpression(lambda, none);
              }

              private void count(Tree body) {
                Ways ways = new Ways();
                ways.scan(body, null);
                all.merge(name, ways.count, Math::max);
              }
            },
            null);
      }
    }
    return all;
  }

  @Test
  public void noMethodIsTooComplex() throws IOException {
    try (Stream<Path> found = Files.walk(Path.of("src/main/java/coopcts/device/reference"))) {
      Map<String, Integer> all =
          complexities(found.filter(path -> path.toString().endsWith(".java")).toList());
      assertTrue(all.size() > 1000, all.size() + " methods");
      all.values().removeIf(ways -> ways <= MOST);
      assertEquals(all.toString(), "{}");
    }
  }

  @Test
  public void waysAreCounted() throws IOException {
    Path file = Temporary.folder("complexity").resolve("Counted.java");
    Files.writeString(
        file,
        """
        class Counted {
          int of(int a) {
            for (int i = 0; i < a && a > 2; i++) {
              if (a == 7 || a == 8) return i > 3 ? 1 : 2;
            }
            return switch (a) { case 1, 2 -> 5; case 3 -> 6; default -> 7; };
          }
        }
        """);
    assertEquals(complexities(List.of(file)), Map.of("Counted.java of", 9));
  }
}
