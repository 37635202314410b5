// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What random programs compute goes somewhere: a compiler leaves out the rest. */
public final class GeneratorTests {

  private static final int PROGRAMS = 80;

  /** The share of results that something reads, at least. */
  private static final double READ = 0.85;

  @DataProvider
  Object[][] systems() {
    return new Object[][] {{List.of("khr", "nv2")}, {List.of("khr", "qcom")}, {List.of("vector")}};
  }

  @Test(dataProvider = "systems")
  void whatIsComputedIsRead(List<String> systems) throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      Offer offer = Offer.of(device.report());
      int results = 0;
      int read = 0;
      for (int seed = 0; seed < PROGRAMS; seed++) {
        List<Operation> body =
            Generator.program(offer, Systems.of(systems).orElseThrow(), seed, RandomFamily.SIZE)
                .program()
                .body();
        for (int i = 0; i < body.size(); i++) {
          List<Matrix> matrices = Walk.matrices(body.get(i));
          if (!matrices.isEmpty() && Walk.written(body.get(i)).isEmpty()) {
            results++;
            read += isRead(matrices.getFirst(), body.subList(i + 1, body.size())) ? 1 : 0;
          }
        }
      }
      assertTrue(read > READ * results, read + " of " + results);
    }
  }

  /** Whether a variable's value goes into something before the variable gets another. */
  private static boolean isRead(Matrix matrix, List<Operation> behind) {
    for (Operation operation : behind) {
      List<Operation> all = new ArrayList<>();
      Walk.own(List.of(operation), all::add);
      for (Operation one : all) {
        List<Matrix> matrices = Walk.matrices(one);
        int first = sets(one) ? 1 : 0;
        if (matrices.size() > first && matrices.subList(first, matrices.size()).contains(matrix)) {
          return true;
        }
      }
      if (sets(operation)
          && !Walk.matrices(operation).isEmpty()
          && Walk.matrices(operation).getFirst().equals(matrix)) {
        return false;
      }
    }
    return false;
  }

  /** Whether the first matrix of an operation is what it sets. */
  private static boolean sets(Operation operation) {
    return Walk.written(operation).isEmpty() && !(operation instanceof Operation.Put);
  }
}
