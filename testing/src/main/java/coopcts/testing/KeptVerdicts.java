// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testng.IMethodInstance;
import org.testng.IMethodInterceptor;
import org.testng.ISuite;
import org.testng.ISuiteListener;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;

/**
 * A class of tests that passed whole does not run again while nothing changes that it could read:
 * the sources of its module and of those below, what they were compiled to, the libraries, Java,
 * the machine's packages and drivers, and the settings. What failed or was skipped is never kept,
 * nor what passed while something of it changed.
 *
 * <p>Works where the property {@value #FOLDER} names a folder, as the build has it; with {@value
 * #ANEW} everything runs, and is noted.
 */
public final class KeptVerdicts implements IMethodInterceptor, ITestListener, ISuiteListener {

  /** The folder of what passed. */
  public static final String FOLDER = "coopcts.test.kept";

  /** Set: nothing that was kept is believed. */
  public static final String ANEW = "coopcts.test.anew";

  /** The build's property with names of tests: who names one wants to see it run. */
  private static final String NAMED = "test";

  /** Contents that are kept of one class: those of some branches. */
  private static final int CONTENTS = 8;

  /**
   * What a look at all files found.
   *
   * @param nanos when it began
   */
  private record Found(Path module, String content, long nanos) {}

  /** So many nanoseconds later the next class begins with it; where one ends all are looked at. */
  private static final long RECENT = 5_000_000_000L;

  private static volatile Found last;

  private final Path folder;
  private final boolean anew;
  private final Path module;
  private final String content;

  /** The methods of each class that were chosen, by groups, by a filter or all of them. */
  private final Map<String, Set<String>> chosen = new HashMap<>();

  /** Methods of a class that ran, and whether all of them passed. */
  private final Map<String, Boolean> passed = new HashMap<>();

  /**
   * Called by TestNG, which finds the class as a listener. Settings come from the system
   * properties; without a folder nothing is kept.
   */
  public KeptVerdicts() {
    this(
        System.getProperty(FOLDER, "").isBlank() ? null : Path.of(System.getProperty(FOLDER)),
        Boolean.getBoolean(ANEW) || !System.getProperty(NAMED, "").isEmpty(),
        Path.of("").toAbsolutePath(),
        RECENT);
  }

  /**
   * @param folder of what passed, null for none
   * @param anew whether all runs
   * @param module the folder of the module whose tests run
   */
  KeptVerdicts(Path folder, boolean anew, Path module) {
    this(folder, anew, module, 0);
  }

  private KeptVerdicts(Path folder, boolean anew, Path module, long recent) {
    Found found = last;
    boolean isRecent =
        found != null && found.module.equals(module) && System.nanoTime() - found.nanos < recent;
    this.content = folder == null ? null : isRecent ? found.content : content(module);
    this.folder = content == null ? null : folder;
    this.anew = anew;
    this.module = module;
  }

  private static String content(Path module) {
    long now = System.nanoTime();
    String content = Content.of(module).orElse(null);
    last = new Found(module, content, now);
    return content;
  }

  @Override
  public List<IMethodInstance> intercept(List<IMethodInstance> methods, ITestContext context) {
    for (IMethodInstance one : methods) {
      if (!isTest(one.getMethod().getRealClass())) {
        continue;
      }
      chosen
          .computeIfAbsent(name(one.getMethod()), _ -> new TreeSet<>())
          .add(one.getMethod().getConstructorOrMethod().getMethod().toString());
    }
    if (folder == null || anew) {
      return methods;
    }
    Set<String> kept = new HashSet<>();
    chosen
        .keySet()
        .forEach(
            name -> {
              if (Files.exists(file(name))) {
                kept.add(name);
                System.out.println("passed before, and nothing changed that it reads: " + name);
              }
            });
    return methods.stream().filter(one -> !kept.contains(name(one.getMethod()))).toList();
  }

  /**
   * Whether a class is one of a module's tests. What runs by TestNG itself, as the suite does with
   * its cases, would otherwise be left out of a test that starts it a second time.
   */
  private static boolean isTest(Class<?> type) {
    return type.getProtectionDomain().getCodeSource() instanceof CodeSource source
        && source.getLocation().getPath().endsWith("/test-classes/");
  }

  private static String name(ITestNGMethod method) {
    return method.getRealClass().getName();
  }

  /** Some methods of a class are other tests than all of them. */
  private Path file(String name) {
    return folder.resolve(name + "-" + Content.hash(content + chosen.get(name)));
  }

  @Override
  public void onTestSuccess(ITestResult result) {
    // Surefire looks for tests by a run without them, in which all pass.
    if (Boolean.getBoolean("testng.mode.dryrun")) {
      return;
    }
    passed.putIfAbsent(name(result.getMethod()), true);
  }

  @Override
  public void onTestFailure(ITestResult result) {
    passed.put(name(result.getMethod()), false);
  }

  @Override
  public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
    passed.put(name(result.getMethod()), false);
  }

  @Override
  public void onTestSkipped(ITestResult result) {
    passed.put(name(result.getMethod()), false);
  }

  @Override
  public void onFinish(ITestContext context) {
    if (folder == null) {
      return;
    }
    boolean isSound =
        context.getFailedConfigurations().size() + context.getSkippedConfigurations().size() == 0
            && passed.containsValue(true)
            && content.equals(content(module));
    passed.forEach(
        (name, good) -> {
          if (good && isSound && chosen.containsKey(name)) {
            keep(file(name), name);
          }
        });
  }

  @Override
  public void onFinish(ISuite suite) {
    passed.clear();
    chosen.clear();
  }

  private void keep(Path file, String name) {
    try {
      Files.createDirectories(folder);
      Path next = Files.createTempFile(folder, "next", "");
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
      try (Stream<Path> all = Files.list(folder)) {
        List<Path> old =
            all.filter(one -> one.getFileName().toString().startsWith(name + "-"))
                .sorted(Comparator.comparing(KeptVerdicts::time).reversed())
                .skip(CONTENTS)
                .toList();
        for (Path one : old) {
          Files.deleteIfExists(one);
        }
      }
    } catch (IOException e) {
      System.err.println("that " + name + " passed could not be kept: " + e);
    }
  }

  private static long time(Path file) {
    try {
      return Files.exists(file) ? Files.getLastModifiedTime(file).toMillis() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
