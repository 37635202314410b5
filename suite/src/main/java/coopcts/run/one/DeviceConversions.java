// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.model.VectorMatrix;
import coopcts.oracle.Expectation;
import coopcts.oracle.Judge;
import coopcts.oracle.Judgement;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Has a device convert matrices for cooperative vectors (CV §4.5): the chains of a plan, and those
 * that go into a shader's buffers.
 */
public final class DeviceConversions {

  private DeviceConversions() {}

  /**
   * Puts a matrix into a buffer in the layout that it is to have there.
   *
   * @throws DeviceException if the device does not convert
   */
  static void into(Device device, Trial.Into into, byte[] buffer) throws DeviceException {
    VectorMatrix matrix = into.matrix();
    VectorMatrix rows = VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns());
    byte[] bytes = device.convert(rows, into.rowMajor(), matrix);
    if (bytes.length > into.capacity()) {
      throw new IllegalStateException(
          "the device wants " + bytes.length + " bytes for a matrix, there are " + into.capacity());
    }
    System.arraycopy(bytes, 0, buffer, into.offset(), bytes.length);
  }

  /**
   * Converts matrices along their chains, one stop after the other.
   *
   * @param device that converts
   * @param chains at least one, all with the same number of stops
   * @param byCommand whether a command of the device converts all matrices of a step at once; else
   *     the host converts them one by one
   * @return the bytes of each matrix at its last stop, in the order of the chains
   * @throws DeviceException if the device does not offer conversions, or fails
   */
  public static List<byte[]> run(Device device, List<Chain> chains, boolean byCommand)
      throws DeviceException {
    List<byte[]> matrices = new ArrayList<>(chains.stream().map(Chain::source).toList());
    for (int stop = 1; stop < chains.getFirst().stops().size(); stop++) {
      List<Device.Conversion> step = new ArrayList<>();
      for (int i = 0; i < chains.size(); i++) {
        List<VectorMatrix> stops = chains.get(i).stops();
        step.add(new Device.Conversion(stops.get(stop - 1), matrices.get(i), stops.get(stop)));
      }
      if (byCommand) {
        matrices = device.convertByCommand(step);
      } else {
        for (int i = 0; i < chains.size(); i++) {
          Device.Conversion one = step.get(i);
          matrices.set(i, device.convert(one.from(), one.source(), one.to()));
        }
      }
    }
    return matrices;
  }

  /**
   * {@return the comparison of each chain's last matrix with its expectation, by the chain's name,
   * in the order of the chains}
   *
   * @param chains that were converted
   * @param matrices the result of {@link #run} for these chains
   */
  public static Map<String, Judgement> judge(List<Chain> chains, List<byte[]> matrices) {
    Map<String, Judgement> judgements = new LinkedHashMap<>();
    for (int i = 0; i < matrices.size(); i++) {
      Chain chain = chains.get(i);
      judgements.put(
          chain.name(),
          Judge.compare(
              new Expectation(List.of(chain.expected()), List.of(), chain.properties()),
              List.of("matrix"),
              List.of(Arrays.copyOf(matrices.get(i), chain.expected().bytes().length))));
    }
    return judgements;
  }
}
