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
import java.util.Iterator;
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
   * Puts matrices into buffers in the layouts that they are to have there.
   *
   * @param buffers by their numbers; they are changed
   * @throws DeviceException if the device does not convert
   */
  static void into(Device device, List<Trial.Into> all, List<byte[]> buffers)
      throws DeviceException {
    List<Device.Conversion> conversions = new ArrayList<>();
    for (Trial.Into into : all) {
      conversions.add(new Device.Conversion(rows(into.matrix()), into.rowMajor(), into.matrix()));
    }
    List<byte[]> converted = device.convertAll(conversions);
    for (int i = 0; i < all.size(); i++) {
      Trial.Into into = all.get(i);
      byte[] bytes = converted.get(i);
      if (bytes.length > into.capacity()) {
        throw new IllegalStateException(
            "the device wants %d bytes for a matrix, there are %d"
                .formatted(bytes.length, into.capacity()));
      }
      System.arraycopy(bytes, 0, buffers.get(into.buffer()), into.offset(), bytes.length);
    }
  }

  /**
   * The matrices in buffers, in row-major order.
   *
   * @param buffers by their numbers, as a dispatch has left them
   * @throws DeviceException if the device does not convert
   */
  static List<byte[]> from(Device device, List<Trial.From> all, List<byte[]> buffers)
      throws DeviceException {
    List<Device.Conversion> conversions = new ArrayList<>();
    for (Trial.From from : all) {
      byte[] matrix =
          Arrays.copyOfRange(
              buffers.get(from.buffer()), from.offset(), from.offset() + from.capacity());
      conversions.add(new Device.Conversion(from.matrix(), matrix, rows(from.matrix())));
    }
    List<byte[]> converted = new ArrayList<>(device.convertAll(conversions));
    for (int i = 0; i < all.size(); i++) {
      converted.set(i, Arrays.copyOf(converted.get(i), rows(all.get(i).matrix()).bytes()));
    }
    return converted;
  }

  /**
   * {@return how many bytes of its place each matrix takes, or all of them where those behind it
   * are not judged}
   *
   * @throws DeviceException if the device does not convert
   */
  static List<Integer> sizes(Device device, List<Trial.From> all) throws DeviceException {
    List<Device.Conversion> conversions = new ArrayList<>();
    for (Trial.From from : all) {
      if (from.keepsBehind()) {
        VectorMatrix rows = rows(from.matrix());
        conversions.add(new Device.Conversion(rows, new byte[rows.bytes()], from.matrix()));
      }
    }
    Iterator<byte[]> converted =
        (conversions.isEmpty() ? List.<byte[]>of() : device.convertAll(conversions)).iterator();
    return all.stream()
        .map(from -> from.keepsBehind() ? converted.next().length : from.capacity())
        .toList();
  }

  private static VectorMatrix rows(VectorMatrix matrix) {
    return VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns());
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
      matrices = byCommand ? device.convertByCommand(step) : device.convertAll(step);
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
