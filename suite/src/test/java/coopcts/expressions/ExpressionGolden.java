// SPDX-License-Identifier: Apache-2.0
package coopcts.expressions;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.spirv.Compiler;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the golden file of {@link ExpressionTests} from a device: {@code ExpressionGolden DEVICE
 * FILE}.
 */
final class ExpressionGolden {

  private ExpressionGolden() {}

  public static void main(String[] arguments) throws Exception {
    try (Device opened = Devices.open(arguments[0]);
        Compiler compiler = new Compiler()) {
      var identity = opened.report().identity();
      StringBuilder text =
          new StringBuilder(
              "# name, hash of the results on "
                  + identity.name()
                  + ", "
                  + identity.driverInfo()
                  + "\n");
      for (Expressions.Row row : Expressions.rows()) {
        text.append(row.name())
            .append('\t')
            .append(Expressions.run(opened, compiler, row).lines().findFirst().orElse(""))
            .append('\n');
      }
      Files.writeString(Path.of(arguments[1]), text);
    }
  }
}
