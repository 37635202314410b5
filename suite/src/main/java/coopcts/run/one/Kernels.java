// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Judge;
import coopcts.oracle.Judgement;
import coopcts.plan.Shader;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Hands shaders and trials to devices, and takes results to the judge. */
public final class Kernels {

  private Kernels() {}

  /**
   * {@return a kernel, from which a device makes a pipeline}
   *
   * @param label name of the shader, for messages
   * @param shader with constants, buffers and target
   * @param modules the shader's compiled modules, from {@link Translator#modules}
   * @param report of the device; the shader's subgroup size is required only where the device can
   */
  public static Kernel of(
      String label, Shader shader, Translator.Modules modules, DeviceReport report) {
    List<Binding> bindings =
        IntStream.range(0, shader.buffers().size())
            .mapToObj(i -> new Binding(shader.target().set(), i))
            .toList();
    return new Kernel(
        label,
        shader.target().stage(),
        modules.companions(),
        new Kernel.Code(modules.own(), "main", specialization(shader)),
        new Kernel.Inputs(bindings, shader.pushBytes()),
        new Kernel.Subgroups(
            report.subgroup().canRequireInCompute() ? shader.subgroupSize() : OptionalInt.empty(),
            shader.target().fullSubgroups()),
        shader.target().way());
  }

  private static SortedMap<Integer, byte[]> specialization(Shader shader) {
    SortedMap<Integer, byte[]> values = new TreeMap<>();
    shader
        .constants()
        .forEach(
            (id, constant) -> {
              byte[] bytes = new byte[constant.type().bytes()];
              LittleEndian.put(bytes, 0, bytes.length, constant.bits());
              values.put(id, bytes);
            });
    return values;
  }

  /**
   * Runs a trial: converts matrices on their way in, runs the shader, converts others on their way
   * out, and compares. The trial's arrays are not changed.
   *
   * @param device that converts and runs
   * @param pipeline of the shader, made by the device
   * @param shader whose buffers have names, for messages
   * @param trial inputs and expectation
   * @return what was found, or what kept the shader from completing
   * @throws DeviceException if the device fails at a conversion
   */
  public static Ran run(Device device, Device.Pipeline pipeline, Shader shader, Trial trial)
      throws DeviceException {
    Batch batch = run(device, pipeline, shader, List.of(trial));
    return batch.unmade().isPresent()
        ? new Ran(batch.unmade().get(), null, List.of(), 0)
        : batch.rans().getFirst();
  }

  /**
   * Trials that were run together.
   *
   * @param rans what was found, up to one that lost the device
   * @param making nanoseconds in which the pipeline was made
   * @param unmade what kept the pipeline from being made, or empty
   */
  public record Batch(List<Ran> rans, long making, Optional<Outcome> unmade) {

    long judging() {
      return rans.stream().mapToLong(Ran::judging).sum();
    }
  }

  /**
   * Runs trials together, as {@link #run(Device, Device.Pipeline, Shader, Trial)} does one.
   *
   * @param device that converts and runs
   * @param pipeline of the shader
   * @param shader whose buffers have names
   * @param trials inputs and expectations
   * @return what was found of each
   * @throws DeviceException if the device fails outside of the runs
   */
  public static Batch run(
      Device device, Device.Pipeline pipeline, Shader shader, List<Trial> trials)
      throws DeviceException {
    List<Trial> converted = new ArrayList<>();
    for (Trial trial : trials) {
      converted.add(converted(device, trial));
    }
    Device.Runs runs = pipeline.run(converted.stream().map(Kernels::dispatch).toList());
    List<Ran> rans = new ArrayList<>();
    for (int i = 0; i < runs.outcomes().size(); i++) {
      rans.add(judged(device, shader, trials.get(i), converted.get(i), runs.outcomes().get(i)));
    }
    return new Batch(rans, runs.making(), runs.unmade());
  }

  private static Ran judged(
      Device device, Shader shader, Trial trial, Trial converted, Outcome outcome)
      throws DeviceException {
    if (!(outcome instanceof Outcome.Completed completed)) {
      return new Ran(outcome, null, List.of(), 0);
    }
    long before = System.nanoTime();
    List<String> names = new ArrayList<>(shader.buffers());
    names.addAll(shader.addressed());
    trial.conversions().after().forEach(from -> names.add(from.name()));
    List<byte[]> actual = actual(device, trial, converted, completed);
    Judgement judgement = Judge.compare(trial.expectation(), names, actual);
    return new Ran(outcome, judgement, actual, System.nanoTime() - before);
  }

  /**
   * {@return the next trial on the buffers that another one left} Places that hold addresses get
   * the bytes that they had before the first run.
   *
   * @param before the trial that was run
   * @param completed the buffers that it left
   * @param next push constants, groups and expectation; its buffers are replaced
   */
  public static Trial behind(Trial before, Outcome.Completed completed, Trial next) {
    List<byte[]> all = new ArrayList<>();
    completed.bound().forEach(bytes -> all.add(bytes.clone()));
    completed.addressed().forEach(bytes -> all.add(bytes.clone()));
    for (Trial.Address at : before.addresses()) {
      if (at.into() != Trial.Address.PUSH) {
        own(before, all, at.into(), at.offset(), 8);
      }
    }
    int bound = completed.bound().size();
    return next.on(all.subList(0, bound), all.subList(bound, all.size()));
  }

  /**
   * Runs a trial without a comparison. The trial's arrays are not changed.
   *
   * @param device that converts and runs
   * @param pipeline of the shader, made by the device
   * @param trial its inputs
   * @return the buffers afterwards, or what kept the shader from completing
   * @throws DeviceException if the device fails at a conversion
   */
  public static Outcome start(Device device, Device.Pipeline pipeline, Trial trial)
      throws DeviceException {
    return pipeline.run(dispatch(converted(device, trial)));
  }

  /** The trial with its matrices in the device's layouts. */
  private static Trial converted(Device device, Trial trial) throws DeviceException {
    if (trial.conversions().before().isEmpty()) {
      return trial;
    }
    List<byte[]> all = new ArrayList<>();
    trial.buffers().forEach(bytes -> all.add(bytes.clone()));
    trial.addressed().forEach(bytes -> all.add(bytes.clone()));
    DeviceConversions.into(device, trial.conversions().before(), all);
    int bound = trial.buffers().size();
    return trial.on(all.subList(0, bound), all.subList(bound, all.size()));
  }

  /**
   * The outcome of a trial, with the judgement where it completed.
   *
   * @param outcome how the run ended
   * @param judgement of the buffers, or null where the run did not complete
   * @param actual what is judged: bound buffers, addressed ones, matrices taken out of them
   * @param judging nanoseconds that the comparison took
   */
  public record Ran(Outcome outcome, Judgement judgement, List<byte[]> actual, long judging) {}

  private static Dispatch dispatch(Trial trial) {
    return new Dispatch(
        trial.groups(),
        trial.push(),
        trial.buffers(),
        trial.addressed(),
        trial.addresses().stream()
            .map(at -> new Dispatch.AddressPatch(at.from(), at.into(), at.offset()))
            .toList(),
        trial.steps());
  }

  /**
   * All buffers as they are judged. The bytes that hold addresses are the device's own, and so are
   * those of matrices in its layouts: where such a matrix is not read back, they must be what they
   * were, and so must those behind one that is read back where the run keeps them.
   */
  private static List<byte[]> actual(
      Device device, Trial trial, Trial converted, Outcome.Completed completed)
      throws DeviceException {
    List<byte[]> actual = new ArrayList<>();
    completed.bound().forEach(bytes -> actual.add(bytes.clone()));
    completed.addressed().forEach(bytes -> actual.add(bytes.clone()));
    for (Trial.Address at : trial.addresses()) {
      if (at.into() != Trial.Address.PUSH) {
        own(trial, actual, at.into(), at.offset(), 8);
      }
    }
    List<byte[]> readBack = DeviceConversions.from(device, trial.conversions().after(), actual);
    List<Trial.From> after = trial.conversions().after();
    List<Integer> sizes = DeviceConversions.sizes(device, after);
    for (int i = 0; i < sizes.size(); i++) {
      own(trial, actual, after.get(i).buffer(), after.get(i).offset(), sizes.get(i));
    }
    for (Trial.Into into : trial.conversions().before()) {
      byte[] now = actual.get(into.buffer());
      byte[] then = contents(converted, into.buffer());
      int end = into.offset() + into.capacity();
      if (Arrays.equals(now, into.offset(), end, then, into.offset(), end)) {
        own(trial, actual, into.buffer(), into.offset(), into.capacity());
      }
    }
    actual.addAll(readBack);
    return actual;
  }

  /** A bound buffer's contents or, behind these, an addressed one's. */
  private static byte[] contents(Trial trial, int buffer) {
    int bound = trial.buffers().size();
    return buffer < bound ? trial.buffers().get(buffer) : trial.addressed().get(buffer - bound);
  }

  /** Puts a trial's own bytes in the place of those that no one can foresee. */
  private static void own(Trial trial, List<byte[]> actual, int buffer, int offset, int count) {
    System.arraycopy(contents(trial, buffer), offset, actual.get(buffer), offset, count);
  }
}
