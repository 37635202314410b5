package coopcts.run;

import coopcts.cases.Shader;
import coopcts.cases.Trial;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Judge;
import coopcts.oracle.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Shaders and trials as devices take them. */
final class Kernels {

  private Kernels() {}

  static Kernel of(String label, Shader shader, byte[] spirv, DeviceReport report) {
    List<Binding> bindings =
        IntStream.range(0, shader.buffers().size()).mapToObj(i -> new Binding(0, i)).toList();
    return new Kernel(
        label,
        spirv,
        "main",
        specialization(shader),
        bindings,
        shader.pushBytes(),
        report.subgroup().canRequireInCompute() ? shader.subgroupSize() : OptionalInt.empty());
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

  static Dispatch dispatch(Trial trial) {
    return new Dispatch(
        trial.groups(),
        trial.push(),
        trial.buffers(),
        trial.addressed(),
        trial.addresses().stream()
            .map(at -> new Dispatch.AddressPatch(at.from(), at.into(), at.offset()))
            .toList());
  }

  /** Compares all buffers; the bytes that hold addresses are the device's own. */
  static Judgement judge(Shader shader, Trial trial, Outcome.Completed completed) {
    List<String> names = new ArrayList<>(shader.buffers());
    names.addAll(shader.addressed());
    List<byte[]> actual = new ArrayList<>();
    completed.bound().forEach(bytes -> actual.add(bytes.clone()));
    for (Trial.Address at : trial.addresses()) {
      System.arraycopy(
          trial.buffers().get(at.into()), at.offset(), actual.get(at.into()), at.offset(), 8);
    }
    actual.addAll(completed.addressed());
    return Judge.compare(trial.expectation(), names, actual);
  }
}
