package coopcts.run;

import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.model.DeviceReport;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Inputs;
import coopcts.program.Program;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Programs and inputs as devices take them. */
final class Kernels {

  private Kernels() {}

  static Kernel of(String label, Program program, byte[] spirv, DeviceReport report) {
    List<Binding> bindings =
        IntStream.range(0, program.buffers().size()).mapToObj(i -> new Binding(0, i)).toList();
    return new Kernel(
        label,
        spirv,
        "main",
        specialization(program),
        bindings,
        4 * program.pushConstants().size(),
        report.subgroup().canRequireInCompute()
            ? OptionalInt.of(program.subgroupSize())
            : OptionalInt.empty());
  }

  static SortedMap<Integer, byte[]> specialization(Program program) {
    SortedMap<Integer, byte[]> values = new TreeMap<>();
    program
        .constants()
        .forEach(
            (id, constant) -> {
              byte[] bytes = new byte[constant.type().bytes()];
              LittleEndian.put(bytes, 0, bytes.length, constant.bits());
              values.put(id, bytes);
            });
    return values;
  }

  static byte[] push(Program program, Inputs inputs) {
    Map<String, Integer> offsets = program.pushConstants();
    byte[] push = new byte[4 * offsets.size()];
    offsets.forEach((name, offset) -> LittleEndian.put(push, offset, 4, inputs.push().get(name)));
    return push;
  }

  static Dispatch dispatch(Program program, Inputs inputs) {
    return Dispatch.of(inputs.workgroups(), push(program, inputs), inputs.buffers());
  }
}
