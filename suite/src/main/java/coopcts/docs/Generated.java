// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import coopcts.cases.layout.OwnershipPicture;
import coopcts.cases.layout.Recognition;
import coopcts.cases.nv2.TensorPictures;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Pictures and tables that the documents link to and git does not keep: tensor layouts, ownership
 * maps, the table of planted faults and that of taps. The command {@code docs} makes them.
 */
public final class Generated {

  /** Matrices whose layout docs/layouts.md shows. */
  private static final List<MatrixType> LAYOUTS =
      List.of(
          type(ComponentType.FLOAT16, 16, 16, Use.A),
          type(ComponentType.SINT8, 16, 32, Use.A),
          type(ComponentType.FLOAT16, 16, 16, Use.B),
          type(ComponentType.FLOAT32, 16, 16, Use.ACCUMULATOR));

  private Generated() {}

  private static MatrixType type(ComponentType component, int rows, int columns, Use use) {
    return new MatrixType(component, Scope.SUBGROUP, rows, columns, use);
  }

  /**
   * Every file with what makes its text.
   *
   * @return by paths below the folder of README.md
   */
  static SortedMap<String, Supplier<String>> files() {
    SortedMap<String, Supplier<String>> files = new TreeMap<>();
    for (String name : TensorPictures.names()) {
      files.put("docs/images/tensors/" + name + ".svg", () -> TensorPictures.of(name));
    }
    for (MatrixType type : LAYOUTS) {
      files.put(
          "docs/images/layouts/" + type.label() + ".svg",
          () -> OwnershipPicture.of(type, Recognition.nvidiaFragments(type)));
    }
    files.put(
        "docs/data/faults.md",
        () ->
            "# Every planted fault, and the case that finds it\n\n"
                + "`./run-cts.sh docs` makes this table of the registry of faults and of"
                + " `coopcts/faults/catches.tsv`; [faults.md](../faults.md) explains it."
                + Figures.faultsTable());
    files.put("docs/data/taps.md", TapPage::text);
    return files;
  }

  /**
   * Writes all these files, and the folders that they lie in; files that are there are replaced.
   *
   * @param root the folder of README.md and docs
   * @return the number of files written
   * @throws IOException if a file cannot be written
   */
  public static int write(Path root) throws IOException {
    SortedMap<String, Supplier<String>> files = files();
    for (Map.Entry<String, Supplier<String>> file : files.entrySet()) {
      Path path = root.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue().get());
    }
    return files.size();
  }
}
