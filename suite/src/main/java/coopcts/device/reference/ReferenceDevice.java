// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.device.Questions;
import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.DrawnTap;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.EndlessException;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.machine.Ownership;
import coopcts.device.reference.machine.Violations.EnoughException;
import coopcts.device.reference.machine.Violations.Violation;
import coopcts.device.reference.module.Limits;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.run.ShaderProgram;
import coopcts.device.reference.run.Workgroups;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.device.reference.vector.VectorMatrices;
import coopcts.model.DeviceReport;
import coopcts.model.Enabled;
import coopcts.model.FollowUp;
import coopcts.model.Scope;
import coopcts.model.SubmissionPath;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A device in software: it interprets SPIR-V and checks the rules of the specifications on the way.
 * A shader that breaks one ends as {@link Outcome.Invalid}. {@link ReferenceProvider} makes it; one
 * thread uses it at a time.
 */
public final class ReferenceDevice implements Device {

  private static final int MAX_INVOCATIONS = 1024;

  private final DeviceReport report;
  private final Ownership.Dealing ownership;
  private final Behaviour behaviour;

  /** The constants that a module was first specialized with, which a fault confuses. */
  private final Map<ByteBuffer, SortedMap<Integer, byte[]>> specializations = new HashMap<>();

  /** What kernels may count on, by the groups of features that they are made with. */
  private final Map<Set<Enabled>, DeviceReport> enabled = new HashMap<>();

  ReferenceDevice(DeviceReport report, Ownership.Dealing ownership, Behaviour behaviour) {
    this.report = report;
    this.ownership = ownership;
    this.behaviour = behaviour;
  }

  /**
   * {@return whether the planted fault changed a result or the report, or an event occurred at
   * which it shows, since the device was opened; false without a fault}
   */
  public boolean faultReached() {
    return behaviour.fault().reached()
        || behaviour.fault().lies()
        || behaviour.watch().hasChanged();
  }

  /**
   * {@return whether the planted fault's condition was met since the device was opened, also where
   * nothing was changed; false without a fault}
   */
  public boolean faultMet() {
    return behaviour.fault().met() || behaviour.watch().hasMet();
  }

  /**
   * Plants a drawn fault in place of the one before, and counts anew whether it is {@linkplain
   * #faultReached reached}. It is for devices that {@link ReferenceProvider#watched} opened.
   *
   * @param fault null for none
   */
  public void plant(Deviation.Drawn fault) {
    behaviour.watch().plant(fault);
    behaviour.fault().plant(fault instanceof DrawnTap tap ? tap : null);
  }

  /**
   * {@return whether the planted fault can show in the pipeline that was {@linkplain #prepare
   * prepared} last, as far as its instructions tell; false without a fault} False saves a run; true
   * does not mean that it shows.
   */
  public boolean faultMayShow() {
    return behaviour.fault().mayShow();
  }

  @Override
  public DeviceReport report() {
    return report;
  }

  @Override
  public Pipeline prepare(Kernel kernel) throws DeviceException {
    behaviour.violations().begin(List.of());
    try {
      behaviour.fault().begin(kernel.way());
      ShaderProgram program =
          ShaderProgram.of(
              new SubmissionLosses(submission(kernel), specialized(kernel)).kernel(),
              enabled(kernel),
              behaviour);
      Module module = program.module();
      int[] size = module.localSize();
      Limits limits = new Limits(kernel, module, enabled(kernel), behaviour);
      limits.check();
      if (module.invocations() > MAX_INVOCATIONS) {
        throw new SpirvException("a workgroup of more than " + MAX_INVOCATIONS + " invocations");
      }
      kernel.requiredSubgroupSize().ifPresent(module.support()::checkRequired);
      if (module.hasMatrices(Scope.WORKGROUP)) {
        module.support().checkWorkgroup(size, subgroupSize(kernel));
      } else if (module.hasMatrices(Scope.SUBGROUP) && kernel.stage().hasWorkgroups()) {
        module.support().checkSubgroups(size, subgroupSize(kernel));
      }
      return new Prepared(kernel, program, limits);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      throw new DeviceException(blamed(ended(e), () -> sound().prepare(kernel)));
    }
  }

  /** The same device without its fault. */
  private ReferenceDevice sound() {
    return new ReferenceDevice(report, ownership, behaviour.sound());
  }

  /** What is done again without the fault. */
  private interface Again {
    void run() throws DeviceException;
  }

  /** A rule that is broken only with the planted fault is not the shader's to keep. */
  private Outcome blamed(Outcome outcome, Again withoutFault) {
    boolean isPlanted = behaviour.fault().isOn() || behaviour.fault().isTapped();
    if (!isPlanted || !(outcome instanceof Outcome.Invalid(String message, _, _))) {
      return outcome;
    }
    try {
      withoutFault.run();
      return new Outcome.Misled(message);
    } catch (DeviceException e) {
      return outcome;
    }
  }

  /** What a kernel may count on: the report with those features alone that were enabled for it. */
  private DeviceReport enabled(Kernel kernel) {
    return enabled.computeIfAbsent(kernel.enabled(), groups -> report.without(Enabled.off(groups)));
  }

  /** What is said of a shader that did not come to its end. */
  private Outcome ended(Throwable thrown) {
    Outcome alone =
        switch (thrown) {
          case SpirvException e -> new Outcome.Invalid(e.getMessage());
          case UnsupportedException e -> new Outcome.Unsupported(e.getMessage());
          case EndlessException e -> new Outcome.TimedOut(e.getMessage());
          default -> new Outcome.Unsupported(stuck(thrown));
        };
    List<Violation> found = behaviour.violations().all();
    return found.isEmpty() ? alone : invalid(found, end(thrown, alone));
  }

  private static String end(Throwable thrown, Outcome alone) {
    return switch (alone) {
      case Outcome.Invalid(String message, _, _) -> "it cannot go on after this: " + message;
      case Outcome.Unsupported(String message) when !(thrown instanceof EnoughException) ->
          "not supported by the reference device: " + message;
      default -> thrown.getMessage();
    };
  }

  private static Outcome invalid(List<Violation> found, String end) {
    return new Outcome.Invalid(
        found.getFirst().message(),
        found.stream()
            .map(one -> new Outcome.Broken(one.check().toString(), one.message()))
            .toList(),
        end);
  }

  /**
   * What is said where the interpreter is at its wits' end: with a module that no validator saw, or
   * a value that a planted fault made. Neither is a driver's failure that a case has found.
   */
  private String stuck(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return thrown instanceof StackOverflowError
        ? "the module is nested more deeply than the interpreter follows"
        : "%s; it gives up in %s"
            .formatted(
                faultReached()
                    ? "the planted fault leads the interpreter where it cannot go on"
                    : "the interpreter cannot execute this module",
                trace.length == 0
                    ? "a place that is not known"
                    : trace[0].getFileName() + ", line " + trace[0].getLineNumber());
  }

  @Override
  public byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) {
    behaviour.freedom().begin(Arrays.hashCode(source));
    return convert(from, source, to, false);
  }

  private byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to, boolean byCommand) {
    return new VectorMatrices(behaviour.fault(), behaviour.freedom())
        .convert(from, source, to, byCommand);
  }

  @Override
  public List<byte[]> convertByCommand(List<Conversion> all) {
    Taps taps = behaviour.fault().at(Tap.Site.COMMAND, null, 0);
    List<byte[]> results = new ArrayList<>();
    for (Conversion one : all) {
      behaviour.freedom().begin(Arrays.hashCode(one.source()));
      byte[] converted = convert(one.from(), one.source(), one.to(), true);
      boolean converts = taps.is(Tap.COMMAND_CONVERTS, true, results.size());
      results.add(converts ? converted : new byte[converted.length]);
    }
    return results;
  }

  @Override
  public Optional<List<String>> probe(String name) throws DeviceException {
    return new Questions(new ReferenceInterface(report, behaviour.fault())).ask(name);
  }

  @Override
  public void close() {}

  private int subgroupSize(Kernel kernel) {
    int own = report.subgroup().size();
    int required = kernel.requiredSubgroupSize().orElse(own);
    return (int) submission(kernel).at(Tap.SUBMISSION_SIZE, required, own);
  }

  /** The taps of a kernel's way into the driver. */
  private Taps submission(Kernel kernel) {
    return behaviour.fault().at(Tap.Site.SUBMISSION, null, 0, kernel.way().ordinal());
  }

  /** A kernel with its specialization as it reaches the driver. */
  private Kernel specialized(Kernel kernel) {
    Taps taps = submission(kernel);
    if (!taps.isOn() || kernel.specialization().isEmpty()) {
      return kernel;
    }
    SortedMap<Integer, byte[]> first =
        specializations.computeIfAbsent(
            ByteBuffer.wrap(kernel.spirv()), _ -> kernel.specialization());
    int isOther = isOther(first, kernel.specialization()) ? 1 : 0;
    return switch ((int) taps.at(Tap.SUBMISSION_CONSTANTS, 0, isOther)) {
      case 0 -> kernel;
      case 1 -> kernel.specialized(Collections.emptySortedMap());
      default -> kernel.specialized(first);
    };
  }

  private static boolean isOther(SortedMap<Integer, byte[]> a, SortedMap<Integer, byte[]> b) {
    return !a.keySet().equals(b.keySet())
        || a.keySet().stream().anyMatch(id -> !Arrays.equals(a.get(id), b.get(id)));
  }

  /** What a fault may depend on in a pipeline. */
  private Set<Circumstance> circumstances(Kernel kernel, Module module) {
    if (!behaviour.fault().isOn()) {
      return Set.of();
    }
    Set<Circumstance> all = module.circumstances();
    if (kernel.subgroups().full()) {
      all.add(Circumstance.FULL_SUBGROUPS);
    }
    if (kernel.requiredSubgroupSize().orElse(report.subgroup().size())
        != report.subgroup().size()) {
      all.add(Circumstance.REQUIRED_SIZE);
    }
    if (kernel.way() == SubmissionPath.FROM_CACHE) {
      all.add(Circumstance.FROM_CACHE);
    }
    return all;
  }

  private final class Prepared implements Pipeline {
    private final Kernel kernel;
    private final ShaderProgram program;
    private final Set<Circumstance> circumstances;
    private final List<String> names;
    private final Limits limits;
    private int runs;

    /** Rules that the module broke by itself. */
    private final List<Violation> before;

    Prepared(Kernel kernel, ShaderProgram program, Limits limits) {
      this.limits = limits;
      this.kernel = kernel;
      this.program = program;
      this.circumstances = circumstances(kernel, program.module());
      this.names = kernel.bindings().stream().map(this::name).toList();
      this.before = behaviour.violations().all();
    }

    @Override
    public Outcome run(Dispatch dispatch) {
      return blamed(runOnce(dispatch), () -> completed(sound().prepare(kernel).run(dispatch)));
    }

    private static void completed(Outcome outcome) throws DeviceException {
      if (!(outcome instanceof Outcome.Completed)) {
        throw new DeviceException(outcome);
      }
    }

    private Outcome runOnce(Dispatch dispatch) {
      behaviour.fault().enter(circumstances);
      if (behaviour.isWatched()) {
        behaviour
            .watch()
            .enter(Launch.bins(kernel, program.module(), dispatch, report.subgroup().size()));
      }
      behaviour.violations().begin(before);
      behaviour.freedom().begin(31L * Arrays.hashCode(kernel.spirv()) + runs++);
      List<byte[]> bound = copies(dispatch.bound());
      List<byte[]> addressed = copies(dispatch.addressed());
      Memory memory = new Memory(behaviour);
      Memory.BlockKind kind =
          enabled(kernel).has("robustBufferAccess2")
              ? Memory.BlockKind.ROBUST
              : Memory.BlockKind.BUFFER;
      List<Long> addresses = new ArrayList<>();
      for (int i = 0; i < bound.size(); i++) {
        addresses.add(
            memory.add(
                names.get(i),
                kind,
                bound.get(i),
                i == 0 && kernel.way() == SubmissionPath.FAR_PAGES));
      }
      byte[] push = dispatch.push().clone();
      List<Long> free = new ArrayList<>();
      for (byte[] bytes : addressed) {
        String name = "addressed buffer " + free.size();
        free.add(memory.add(name, Memory.BlockKind.BUFFER, bytes));
      }
      for (Dispatch.AddressPatch patch : dispatch.patches()) {
        if (patch.into() < 0) {
          LittleEndian.put(push, patch.offset(), 8, free.get(patch.from()));
        } else {
          memory.write(addresses.get(patch.into()) + patch.offset(), 8, free.get(patch.from()));
        }
      }
      try {
        limits.check(dispatch);
        SubmissionLosses losses = new SubmissionLosses(submission(kernel), kernel);
        run(losses.of(dispatch.pushing(push)), bound, addresses, memory);
        losses.from(dispatch.bound(), bound);
        List<Violation> found = behaviour.violations().all();
        return found.isEmpty() ? new Outcome.Completed(bound, addressed) : invalid(found, "");
      } catch (RuntimeException | StackOverflowError | AssertionError e) {
        return ended(e);
      }
    }

    private String name(Binding at) {
      String name = program.module().bound(at.set(), at.binding());
      return "buffer%s%s (set %d, binding %d)"
          .formatted(
              name.isEmpty() ? "" : " " + name,
              at.element() == 0 ? "" : "[%d]".formatted(at.element()),
              at.set(),
              at.binding());
    }

    /** The run and what follows it. */
    private void run(Dispatch dispatch, List<byte[]> bound, List<Long> addresses, Memory memory) {
      workgroups(dispatch, dispatch.push(), addresses, memory);
      for (FollowUp step : dispatch.then()) {
        memory.settle();
        switch (step) {
          case FollowUp.Again(byte[] push) -> workgroups(dispatch, push, addresses, memory);
          case FollowUp.Convert(FollowUp.MatrixPlace from, FollowUp.MatrixPlace to) -> {
            Taps taps = behaviour.fault().at(Tap.Site.COMMAND, null, 0);
            List<byte[]> then = taps.is(Tap.COMMAND_WAITS, true) ? bound : dispatch.bound();
            if (taps.is(Tap.COMMAND_IS_AWAITED, true)) {
              convert(from, then.get(from.buffer()), to, bound, taps);
            }
          }
        }
      }
    }

    private void convert(
        FollowUp.MatrixPlace from,
        byte[] source,
        FollowUp.MatrixPlace to,
        List<byte[]> bound,
        Taps taps) {
      byte[] matrix = Arrays.copyOfRange(source, from.offset(), from.offset() + from.capacity());
      byte[] converted = ReferenceDevice.this.convert(from.matrix(), matrix, to.matrix(), true);
      if (converted.length > to.capacity()) {
        throw new SpirvException(
            "a matrix of %d bytes for %d".formatted(converted.length, to.capacity()));
      }
      int behind = (int) taps.within(Tap.COMMAND_BEHIND, 0, 0, to.capacity() - converted.length);
      byte[] written = Arrays.copyOf(converted, converted.length + behind);
      Arrays.fill(written, converted.length, written.length, (byte) 1);
      System.arraycopy(written, 0, bound.get(to.buffer()), to.offset(), written.length);
    }

    /** Subgroups of a dispatch: of any size where neither matrices nor the pipeline fix it. */
    private int drawnSize() {
      int size = subgroupSize(kernel);
      Module module = program.module();
      boolean isOpen =
          kernel.requiredSubgroupSize().isEmpty()
              && kernel.stage().hasWorkgroups()
              && Instruction.version(kernel.spirv()) >= ShaderProgram.VARYING
              && !module.hasMatrices(Scope.SUBGROUP)
              && !module.hasMatrices(Scope.WORKGROUP);
      int least = report.subgroup().minimum();
      int ways = Integer.numberOfTrailingZeros(Math.max(1, report.subgroup().maximum() / least));
      return isOpen && behaviour.freedom().takes(Choice.SUBGROUP_SIZE)
          ? least << behaviour.freedom().draw(Choice.SUBGROUP_SIZE, ways + 1)
          : size;
    }

    private void workgroups(Dispatch dispatch, byte[] push, List<Long> addresses, Memory memory) {
      new Workgroups(
              program,
              new Workgroups.Arguments(kernel.bindings(), addresses, push),
              memory,
              dispatch.groups(),
              drawnSize(),
              ownership,
              behaviour)
          .run();
    }

    private static List<byte[]> copies(List<byte[]> buffers) {
      List<byte[]> copies = new ArrayList<>(buffers.size());
      buffers.forEach(bytes -> copies.add(bytes.clone()));
      return copies;
    }

    @Override
    public void close() {}
  }
}
