package coopcts.device.reference;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.model.Step;
import coopcts.model.VectorMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A device in software: interprets SPIR-V and checks the rules of the fact sheets on the way. A
 * shader that breaks one is reported, not guessed around.
 */
public final class ReferenceDevice implements Device {

  private static final int MAX_INVOCATIONS = 1024;

  private final DeviceReport report;
  private final Ownership.Kind ownership;
  private final Conduct conduct;

  ReferenceDevice(DeviceReport report, Ownership.Kind ownership, Conduct conduct) {
    this.report = report;
    this.ownership = ownership;
    this.conduct = conduct;
  }

  /** Whether the fault that is switched on ever came to bear. */
  public boolean faultReached() {
    return conduct.fault().reached();
  }

  /** Whether the fault can show in the pipeline that was prepared last. */
  public boolean faultMayShow() {
    return conduct.fault().mayShow();
  }

  @Override
  public DeviceReport report() {
    return report;
  }

  @Override
  public Pipeline prepare(Kernel kernel) throws DeviceException {
    try {
      conduct.fault().begin();
      Module module =
          new Module(
              kernel.spirv(),
              kernel.stage(),
              kernel.entry(),
              kernel.specialization(),
              report,
              conduct);
      int[] size = module.localSize();
      if ((long) size[0] * size[1] * size[2] > MAX_INVOCATIONS) {
        throw new SpirvException("a workgroup of more than " + MAX_INVOCATIONS + " invocations");
      }
      if (module.hasWorkgroupMatrices()) {
        module.support().checkWorkgroup(size, subgroupSize(kernel));
      }
      return new Prepared(kernel, module);
    } catch (SpirvException e) {
      throw new DeviceException(new Outcome.Invalid(e.getMessage()));
    }
  }

  @Override
  public byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) {
    return new VectorMatrices(conduct.fault()).convert(from, source, to);
  }

  @Override
  public List<byte[]> convertByCommand(List<Conversion> all) {
    boolean firstOnly = conduct.fault().has(Bug.CONVERT_COMMAND_FIRST, VectorMatrices.ANY);
    List<byte[]> results = new ArrayList<>();
    for (Conversion one : all) {
      byte[] converted = convert(one.from(), one.source(), one.to());
      results.add(firstOnly && !results.isEmpty() ? new byte[converted.length] : converted);
    }
    return results;
  }

  @Override
  public void close() {}

  private int subgroupSize(Kernel kernel) {
    return kernel.requiredSubgroupSize().orElse(report.subgroup().size());
  }

  private final class Prepared implements Pipeline {
    private final Kernel kernel;
    private final Module module;

    Prepared(Kernel kernel, Module module) {
      this.kernel = kernel;
      this.module = module;
    }

    @Override
    public Outcome run(Dispatch dispatch) {
      List<byte[]> bound = copies(dispatch.bound());
      List<byte[]> addressed = copies(dispatch.addressed());
      Memory memory = new Memory(conduct);
      List<Long> addresses = new ArrayList<>();
      for (int i = 0; i < bound.size(); i++) {
        Binding at = kernel.bindings().get(i);
        addresses.add(
            memory.add(
                "buffer (set %d, binding %d)".formatted(at.set(), at.binding()),
                Memory.Kind.BUFFER,
                bound.get(i)));
      }
      List<Long> free = new ArrayList<>();
      for (byte[] bytes : addressed) {
        free.add(memory.add("addressed buffer", Memory.Kind.BUFFER, bytes));
      }
      for (Dispatch.AddressPatch patch : dispatch.patches()) {
        memory.write(addresses.get(patch.into()) + patch.offset(), 8, free.get(patch.from()));
      }
      try {
        run(dispatch, bound, addresses, memory);
        return new Outcome.Completed(bound, addressed);
      } catch (SpirvException e) {
        return new Outcome.Invalid(e.getMessage());
      } catch (EndlessException e) {
        return new Outcome.TimedOut(e.getMessage());
      }
    }

    /** The run and what follows it. */
    private void run(Dispatch dispatch, List<byte[]> bound, List<Long> addresses, Memory memory) {
      workgroups(dispatch, dispatch.push(), addresses, memory);
      for (Step step : dispatch.then()) {
        memory.settle();
        switch (step) {
          case Step.Again(byte[] push) -> workgroups(dispatch, push, addresses, memory);
          case Step.Convert(Step.Place from, Step.Place to) -> {
            boolean tooEarly = conduct.fault().has(Bug.CONVERT_COMMAND_EARLY, VectorMatrices.ANY);
            boolean tooLate = conduct.fault().has(Bug.CONVERT_COMMAND_LATE, VectorMatrices.ANY);
            if (!tooLate) {
              convert(from, (tooEarly ? dispatch.bound() : bound).get(from.buffer()), to, bound);
            }
          }
        }
      }
    }

    private void convert(Step.Place from, byte[] source, Step.Place to, List<byte[]> bound) {
      byte[] matrix = Arrays.copyOfRange(source, from.offset(), from.offset() + from.capacity());
      byte[] converted = ReferenceDevice.this.convert(from.matrix(), matrix, to.matrix());
      if (converted.length > to.capacity()) {
        throw new SpirvException(
            "a matrix of %d bytes for %d".formatted(converted.length, to.capacity()));
      }
      System.arraycopy(converted, 0, bound.get(to.buffer()), to.offset(), converted.length);
    }

    private void workgroups(Dispatch dispatch, byte[] push, List<Long> addresses, Memory memory) {
      new Workgroups(
              module,
              kernel.bindings(),
              addresses,
              memory,
              dispatch.groups(),
              push,
              subgroupSize(kernel),
              ownership,
              conduct)
          .run();
    }

    private static List<byte[]> copies(List<byte[]> buffers) {
      return buffers.stream().map(bytes -> Arrays.copyOf(bytes, bytes.length)).toList();
    }

    @Override
    public void close() {}
  }
}
