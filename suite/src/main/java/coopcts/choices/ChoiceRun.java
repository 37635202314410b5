// SPDX-License-Identifier: Apache-2.0
package coopcts.choices;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.oracle.Judgement;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.plan.UnfitPlan;
import coopcts.reports.Glob;
import coopcts.run.one.DeviceConversions;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs cases on the reference device as it makes each {@link Choice} that the specifications leave
 * open, and as it makes all of them at once. A case is made, compiled and judged once for all
 * devices. A device that makes none goes first and notes the choices that the case met: on any
 * other choice's device the case would go alike.
 */
public final class ChoiceRun {

  /** Seed of the data sets. */
  private static final long DATA = 1;

  private final Profile profile;
  private final String reference;
  private final long seed;
  private final Strictness strictness;
  private final Path cache;
  private final Consumer<Unexpected> listener;

  /**
   * A case that is not as expected.
   *
   * @param device the choice's name, or {@link ChoiceTable#PLAIN} or {@link ChoiceTable#ALL}
   * @param spec the device as {@code --device} takes it
   * @param testCase name of the case
   * @param message what was found
   */
  public record Unexpected(String device, String spec, String testCase, String message) {}

  /**
   * Prepares a run; nothing is opened yet.
   *
   * @param profile of cases
   * @param reference a profile of the reference device, such as {@code everything}
   * @param seed of the draws by which devices choose, not 0
   * @param strictness which missed expectations are failures
   * @param cache folder of compiled shaders
   * @param listener told of each unexpected result, by any of the threads, several at once
   */
  public ChoiceRun(
      Profile profile,
      String reference,
      long seed,
      Strictness strictness,
      Path cache,
      Consumer<Unexpected> listener) {
    this.profile = profile;
    this.reference = reference;
    this.seed = seed;
    this.strictness = strictness;
    this.cache = cache;
    this.listener = listener;
  }

  /**
   * Runs the profile's cases, or those of them that match, and waits for the end.
   *
   * @param globs patterns of names, any of which may match; all cases if there is none
   * @param choices of which each has a device
   * @param threads number of threads, at least 1
   * @return what came of each device
   * @throws DeviceUnavailableException if the reference profile is unknown
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public ChoiceTable run(List<Glob> globs, Set<Choice> choices, int threads)
      throws DeviceUnavailableException, InterruptedException {
    List<Sums> sums;
    try (Device device = new ReferenceProvider().open(reference);
        ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      Iterator<Case> cases =
          Catalogue.families().stream()
              .flatMap(family -> family.cases(device.report(), profile))
              .filter(one -> one.unsupported().isEmpty() && Glob.selects(globs, one.name()))
              .iterator();
      List<Runner> runners = new ArrayList<>();
      for (int n = 0; n < threads; n++) {
        runners.add(new Runner(cases, choices));
      }
      sums = new ArrayList<>();
      for (Future<Sums> done : executor.invokeAll(runners)) {
        sums.add(done.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    Stream<String> names =
        Stream.of(
                Stream.of(ChoiceTable.PLAIN),
                choices.stream().map(Choice::id),
                Stream.of(ChoiceTable.ALL))
            .flatMap(name -> name);
    return new ChoiceTable(
        reference,
        profile.toString().toLowerCase(Locale.ROOT),
        seed,
        Sums.of(sums, ChoiceTable.PLAIN).cases(),
        names.map(name -> Sums.of(sums, name)).toList());
  }

  /** What one thread counted, by devices. */
  private static final class Sums {
    private final Map<String, long[]> counts = new HashMap<>();

    void add(String device, boolean isChanged, boolean isUnexpected) {
      long[] own = counts.computeIfAbsent(device, _ -> new long[3]);
      own[0]++;
      own[1] += isChanged ? 1 : 0;
      own[2] += isUnexpected ? 1 : 0;
    }

    static ChoiceTable.ChoiceLine of(List<Sums> all, String device) {
      long[] total = new long[3];
      for (Sums one : all) {
        long[] own = one.counts.getOrDefault(device, total.clone());
        if (one.counts.containsKey(device)) {
          Arrays.setAll(total, n -> total[n] + own[n]);
        }
      }
      return new ChoiceTable.ChoiceLine(device, total[0], total[1], total[2]);
    }
  }

  /**
   * What a case came to on a device.
   *
   * @param results all bytes that are judged, as far as it came
   * @param message empty where all is as expected
   */
  private record Result(List<List<byte[]>> results, String message) {

    boolean isLike(Result other) {
      return results.size() == other.results.size()
          && IntStream.range(0, results.size())
              .allMatch(n -> Arrays.deepEquals(bytes(n), other.bytes(n)));
    }

    private byte[][] bytes(int n) {
      return results.get(n).toArray(byte[][]::new);
    }
  }

  /** One thread with devices of its own. */
  private final class Runner implements Callable<Sums> {
    private final Iterator<Case> cases;
    private final ImplementationChoices watching = ImplementationChoices.watching();
    private final ReferenceDevice plain;
    private final Map<Choice, ReferenceDevice> single = new HashMap<>();
    private final ReferenceDevice all;
    private final Set<Choice> choices;
    private final Sums sums = new Sums();

    Runner(Iterator<Case> cases, Set<Choice> choices) throws DeviceUnavailableException {
      this.cases = cases;
      this.choices = choices;
      ReferenceProvider provider = new ReferenceProvider();
      plain = provider.open(reference, watching);
      for (Choice choice : choices) {
        single.put(choice, provider.open(spec(choice.id())));
      }
      all = provider.open(spec(ChoiceTable.ALL));
    }

    @Override
    public Sums call() {
      try (SpirvCache spirv = new SpirvCache(cache);
          Translator translator = new Translator(spirv)) {
        for (Case next = next(); next != null; next = next()) {
          meet(next, translator);
        }
      }
      return sums;
    }

    private Case next() {
      synchronized (cases) {
        return cases.hasNext() ? cases.next() : null;
      }
    }

    private void meet(Case tested, Translator translator) {
      Attempt attempt;
      try {
        attempt = attempt(tested, translator);
      } catch (CompileException | RuntimeException | StackOverflowError e) {
        note(ChoiceTable.PLAIN, tested, false, "it cannot be made: " + e);
        return;
      }
      if (attempt == null) {
        return;
      }
      watching.met();
      Result usual = result(attempt, plain);
      Set<Choice> met = EnumSet.noneOf(Choice.class);
      met.addAll(watching.met());
      met.retainAll(choices);
      note(ChoiceTable.PLAIN, tested, false, usual.message);
      for (Choice choice : met) {
        Result result = result(attempt, single.get(choice));
        note(choice.id(), tested, !result.isLike(usual), result.message);
      }
      Result result = result(attempt, all);
      note(ChoiceTable.ALL, tested, !result.isLike(usual), result.message);
    }

    private void note(String device, Case tested, boolean isChanged, String message) {
      sums.add(device, isChanged, !message.isEmpty());
      if (!message.isEmpty()) {
        listener.accept(new Unexpected(device, spec(device), tested.name(), message));
      }
    }

    private Result result(Attempt attempt, ReferenceDevice device) {
      List<List<byte[]>> results = new ArrayList<>();
      try {
        return new Result(results, attempt.on(device, results));
      } catch (DeviceException e) {
        return new Result(results, e.outcome().toString());
      } catch (RuntimeException | StackOverflowError e) {
        return new Result(results, "the suite failed: " + e);
      }
    }

    /** A case as any device runs it, or null where it asks no device for numbers. */
    private Attempt attempt(Case tested, Translator translator) throws CompileException {
      return switch (tested.plan().get()) {
        case ShaderPlan plan -> attempt(tested, plan, translator);
        case ConversionPlan plan -> {
          List<ConversionPlan.Chain> chains = plan.chains().apply(DATA);
          yield (device, results) -> {
            List<byte[]> matrices = DeviceConversions.run(device, chains, plan.byCommand());
            results.add(matrices);
            return words(DeviceConversions.judge(chains, matrices).values());
          };
        }
        case RulePlan _, ReportPlan _, ProbePlan _, UnfitPlan _ -> null;
      };
    }

    private Attempt attempt(Case tested, ShaderPlan plan, Translator translator)
        throws CompileException {
      Shader shader = plan.shader().on(plain.report());
      if (shader.beyond(plain.report()).isPresent()) {
        return null;
      }
      Translator.Modules modules = translator.modules(shader);
      List<Trial> trials =
          plan.subcases().stream().map(subcase -> subcase.trial().apply(DATA)).toList();
      return (device, results) -> {
        try (Device.Pipeline pipeline =
            device.prepare(Kernels.of(tested.name(), shader, modules, device.report()))) {
          for (Trial trial : trials) {
            Kernels.Ran ran = Kernels.run(device, pipeline, shader, trial);
            results.add(ran.actual());
            String message =
                ran.judgement() == null
                    ? ran.outcome().toString()
                    : words(List.of(ran.judgement()));
            if (!message.isEmpty()) {
              return message;
            }
          }
          return "";
        }
      };
    }

    private String words(Collection<Judgement> judgements) {
      return judgements.stream()
          .filter(judgement -> judgement.fails(strictness))
          .map(
              judgement ->
                  judgement.first().stream()
                      .filter(mismatch -> strictness.fails(mismatch.rule().tier()))
                      .map(Object::toString)
                      .findFirst()
                      .orElse(judgement.words()))
          .collect(Collectors.joining("; "));
    }
  }

  /** A case that is ready for any device. */
  @FunctionalInterface
  private interface Attempt {

    /**
     * @param results takes what was judged
     * @return what is not as expected, or nothing
     */
    String on(Device device, List<List<byte[]>> results) throws DeviceException;
  }

  private String spec(String device) {
    return switch (device) {
      case ChoiceTable.PLAIN -> reference;
      case ChoiceTable.ALL -> reference + "?freedom=" + seed;
      default -> reference + "?freedom=" + seed + ":" + device;
    };
  }
}
