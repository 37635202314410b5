// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.plan.Trial;
import java.util.List;

/** What all shaders have in common that load a matrix from a tensor over what it held before. */
final class TensorLoad {

  static final String[] BUFFERS = {"tensor", "before", "result", "numbers"};

  private TensorLoad() {}

  /** One run: only the result changes. */
  static Trial trial(
      byte[] tensor, byte[] before, byte[] result, Expectation.Buffer expected, byte[] numbers) {
    return Trial.of(
        new byte[0],
        List.of(tensor, before, result, numbers),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(
                ExpectedContents.untouched(tensor),
                ExpectedContents.untouched(before),
                expected,
                ExpectedContents.untouched(numbers)),
            List.of()));
  }
}
