// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.spirv.Compiler.Optimization;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What modules are optimized for, by its name. */
final class OptimizationConverter implements ITypeConverter<Optimization> {
  @Override
  public Optimization convert(String name) {
    return Arrays.stream(Optimization.values())
        .filter(one -> one.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("there are none, size and performance"));
  }
}
