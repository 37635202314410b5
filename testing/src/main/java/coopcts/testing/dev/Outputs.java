// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/** Notes which class files a compiler writes for which source. */
final class Outputs extends ForwardingJavaFileManager<StandardJavaFileManager> {

  private final Path sources;
  private final Map<String, Set<Path>> into;

  /**
   * @param sources the folder of sources
   * @param into class files by their sources' names below the folder
   */
  Outputs(StandardJavaFileManager standard, Path sources, Map<String, Set<Path>> into) {
    super(standard);
    this.sources = sources;
    this.into = into;
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String className, JavaFileObject.Kind kind, FileObject sibling)
      throws IOException {
    JavaFileObject output = super.getJavaFileForOutput(location, className, kind, sibling);
    String source = sources.relativize(fileManager.asPath(sibling)).toString();
    into.computeIfAbsent(source, _ -> new TreeSet<>()).add(fileManager.asPath(output));
    return output;
  }
}
