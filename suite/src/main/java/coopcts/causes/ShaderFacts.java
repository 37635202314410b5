// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Kernel;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.EndlessException;
import coopcts.device.reference.spirv.Instruction;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.reports.explain.Traits;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.util.spvc.Spv;

/**
 * What the shaders of cases do, seen on the reference device in the place of another: which
 * instructions they have, on what, and where, as cover points tell it.
 */
final class ShaderFacts implements AutoCloseable {

  /** Points that are about a run rather than about an instruction. */
  private static final Set<String> OF_THE_RUN =
      Set.of(
          "local",
          "groups",
          "subgroup",
          "workgroup",
          "size",
          "pipeline",
          "spirv",
          "constants",
          "stage");

  /** Points about numbers: they say least, as most data sets have all of them. */
  private static final Set<String> OF_NUMBERS = Set.of("in", "with", "plus", "out");

  /** Points of which an instruction need not have any: that it has not is a fact too. */
  private static final Set<String> OPTIONAL = Set.of("form", "element");

  /** Bins of other points that it is a fact to lack, and in what words. */
  private static final Map<String, String> LACKED =
      Map.of("offset zero", "not at byte 0", "stride line", "with a stride other than one line");

  /** Points of sizes in ranges: "so many and more" is a fact of each range from there on. */
  private static final Map<String, String> RANGES =
      Map.of(
          "rows", "with %d and more rows",
          "columns", "with %d and more columns",
          "depth", "with K %d and more",
          "length", "on vectors of %d and more components");

  private static final String RAYS = "it runs in a shader for ray tracing";

  private static final String MESHES = "it runs in a task or mesh shader";

  /** Stages that drivers compile alike, and what is a fact of all of them. */
  private static final Map<String, String> STAGES =
      Map.of(
          "ray_generation", RAYS,
          "intersection", RAYS,
          "any_hit", RAYS,
          "closest_hit", RAYS,
          "miss", RAYS,
          "callable", RAYS,
          "task", MESHES,
          "mesh", MESHES);

  /** The bins that tell what an instruction of a kind is. */
  private static final Map<InstructionKind, long[]> MASKS = new EnumMap<>(InstructionKind.class);

  static {
    for (InstructionKind kind : InstructionKind.values()) {
      long[] mask = new long[Bins.WORDS];
      for (Bin bin : Bins.of(kind)) {
        if (!OF_NUMBERS.contains(bin.point()) && !OF_THE_RUN.contains(bin.point())) {
          mask[bin.id() / Long.SIZE] |= 1L << bin.id();
        }
      }
      MASKS.put(kind, mask);
    }
  }

  /** A shader that the reference device runs for longer says nothing of what it does. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Instructions that move values, which are no cooperative ones. */
  private static final Set<Integer> COPIES =
      Set.of(
          Spv.SpvOpCopyMemory,
          Spv.SpvOpCopyMemorySized,
          Spv.SpvOpCopyObject,
          Spv.SpvOpCopyLogical,
          Spv.SpvOpSelect,
          Spv.SpvOpPhi,
          Spv.SpvOpCompositeInsert);

  /** The least number of a range, as bins are named. */
  private static final Pattern RANGE = Pattern.compile("(above_)?(\\d+)(?:_to_\\d+)?");

  /** What is said of integers of one kind is true of integers. */
  private static final Pattern OF_A_SIGN = Pattern.compile("(?:un)?signed integers");

  private final DeviceReport report;
  private final Supplier<SpirvCache> caches;
  private final long seed;
  private final ConcurrentMap<String, Map<String, Traits>> known = new ConcurrentHashMap<>();

  /** Cases that the reference device could not run: nothing is known of what these do. */
  private final Set<String> unseen = ConcurrentHashMap.newKeySet();

  /** Instructions that have the same are one, as many cases have them. */
  private final ConcurrentMap<Traits.Instruction, Traits.Instruction> instructions =
      new ConcurrentHashMap<>();

  private final BlockingQueue<Seer> idle = new LinkedBlockingQueue<>();
  private final ExecutorService threads;

  /**
   * @param report of the device that the reference device stands for
   * @param caches make caches of compiled shaders, one for each thread
   * @param threads that look at cases
   */
  ShaderFacts(DeviceReport report, Supplier<SpirvCache> caches, long seed, int threads) {
    this.report = report;
    this.caches = caches;
    this.seed = seed;
    this.threads = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      idle.add(new Seer());
    }
  }

  /**
   * Looks at cases, several at once, so that they are known; at those that the time suffices for.
   *
   * @return whether it sufficed for all
   */
  boolean look(Collection<Case> cases, long end) {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (Case one : cases) {
      if (!known.containsKey(one.name())) {
        tasks.add(
            () -> {
              if (System.nanoTime() < end) {
                of(one);
              }
              return null;
            });
      }
    }
    try {
      threads.invokeAll(tasks);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return cases.stream().allMatch(one -> known.containsKey(one.name()));
  }

  /** Whether the time sufficed to look at a case, whatever that told. */
  boolean isLookedAt(Case tested) {
    return known.containsKey(tested.name());
  }

  /** Whether it is known what a case does, or that it has no shader. */
  boolean isKnown(Case tested) {
    return isLookedAt(tested) && !unseen.contains(tested.name());
  }

  /** What each subcase of a case does, by its name; empty where it has no shader or cannot run. */
  Map<String, Traits> of(Case tested) {
    Map<String, Traits> all = known.get(tested.name());
    if (all == null) {
      Seer seer = idle.poll();
      if (seer == null) {
        seer = new Seer();
      }
      all = seer.look(tested);
      idle.add(seer);
      known.put(tested.name(), all);
    }
    return all;
  }

  private Traits.Instruction all(Traits.Instruction one) {
    return instructions.computeIfAbsent(one, Function.identity());
  }

  /** The names of the cases of which it is known what they do. */
  Set<String> seen() {
    Set<String> seen = new LinkedHashSet<>(known.keySet());
    seen.removeAll(unseen);
    return seen;
  }

  /** What a case does in any of its subcases. */
  Traits whole(Case tested) {
    of(tested);
    return whole(tested.name());
  }

  /** The same of a case that was looked at. */
  Traits whole(String name) {
    Set<String> facts = new LinkedHashSet<>();
    Set<String> data = new LinkedHashSet<>();
    Set<Traits.Instruction> each = new LinkedHashSet<>();
    known
        .get(name)
        .values()
        .forEach(
            one -> {
              facts.addAll(one.facts());
              data.addAll(one.data());
              each.addAll(one.instructions());
            });
    return Traits.of(name).doing(facts, data, each);
  }

  /** A reference device of one thread, and what it has met. */
  private final class Seer {
    /** What was met of each instruction, by what it is, without numbers and places in the run. */
    private final Map<InstructionKind, Map<LongBuffer, long[]>> met =
        new EnumMap<>(InstructionKind.class);

    private final Set<String> facts = new LinkedHashSet<>();
    private final Set<String> data = new LinkedHashSet<>();
    private final SpirvCache cache = caches.get();
    private final Translator translator = new Translator(cache);
    private final ReferenceDevice device =
        ReferenceProvider.watched(
            report, new CoverageWatch(this::note, this::remark), EnumSet.allOf(Check.class));

    private long until;

    private void note(InstructionKind kind, long[] bins) {
      if (System.nanoTime() - until > 0) {
        throw new EndlessException();
      }
      long[] mask = MASKS.get(kind);
      long[] being = new long[Bins.WORDS];
      for (int word = 0; word < being.length; word++) {
        being[word] = bins[word] & mask[word];
      }
      long[] all =
          met.computeIfAbsent(kind, _ -> new HashMap<>())
              .computeIfAbsent(LongBuffer.wrap(being), _ -> new long[Bins.WORDS]);
      for (int word = 0; word < all.length; word++) {
        all[word] |= bins[word];
      }
    }

    private void remark(String noun, String words, boolean isOfNumbers) {
      String fact = "there is " + article(noun) + " " + words;
      (isOfNumbers ? data : facts).add(fact);
      (isOfNumbers ? data : facts).add(OF_A_SIGN.matcher(fact).replaceAll("integers"));
    }

    private Map<String, Traits> look(Case tested) {
      Map<String, Traits> all = new LinkedHashMap<>();
      if (tested.unsupported().isPresent()) {
        return all;
      }
      Traits named = Traits.of(tested.name());
      until = System.nanoTime() + LONGEST.toNanos();
      try {
        if (!(tested.plan().get() instanceof ShaderPlan plan)) {
          return all;
        }
        Kernel kernel =
            Kernels.of(tested.name(), plan.shader(), translator.modules(plan.shader()), report);
        try (Device.Pipeline pipeline = device.prepare(kernel)) {
          Set<String> copies = copies(kernel.spirv());
          for (Subcase subcase : plan.subcases()) {
            met.clear();
            facts.clear();
            data.clear();
            Kernels.start(device, pipeline, subcase.trial().apply(seed));
            facts.addAll(copies);
            all.put(subcase.name(), doing(named));
          }
        }
      } catch (CompileException | DeviceException | RuntimeException | StackOverflowError e) {
        // What cannot be planned, or not run on the reference device, says nothing of what it does.
        unseen.add(tested.name());
      }
      return all;
    }

    private Traits doing(Traits named) {
      Set<Traits.Instruction> instructions = new LinkedHashSet<>();
      Set<String> lacks = new LinkedHashSet<>();
      met.forEach(
          (kind, all) ->
              all.forEach(
                  (being, bins) -> {
                    Set<String> own = new LinkedHashSet<>();
                    String there = "there is " + article(kind.words());
                    own.add(there);
                    for (Bin bin : Bins.of(kind)) {
                      if (Bins.has(bins, bin.id())) {
                        if (OF_NUMBERS.contains(bin.point())) {
                          data.add(words(kind, bin));
                        } else if (OF_THE_RUN.contains(bin.point())) {
                          facts.add(words(kind, bin));
                          Optional.ofNullable(STAGES.get(bin.name())).ifPresent(facts::add);
                        } else {
                          own.add(words(kind, bin));
                        }
                      }
                    }
                    sizes(kind, bins, own);
                    shape(kind, bins).ifPresent(shape -> own.add(there + shape));
                    facts.addAll(own);
                    Set<String> lacking = lacks(kind, bins);
                    lacks.addAll(lacking);
                    own.addAll(lacking);
                    Traits.Instruction one = new Traits.Instruction(there, Set.copyOf(own));
                    instructions.add(all(one));
                  }));
      data.addAll(lacks);
      return named.doing(new LinkedHashSet<>(facts), new LinkedHashSet<>(data), instructions);
    }

    private static void sizes(InstructionKind kind, long[] bins, Set<String> own) {
      for (Bin bin : Bins.of(kind)) {
        if (Bins.has(bins, bin.id()) && RANGES.containsKey(bin.point())) {
          for (Bin smaller : Bins.of(kind)) {
            if (smaller.point().equals(bin.point())
                && least(smaller) > 1
                && least(smaller) <= least(bin)) {
              own.add(
                  "there is %s %s"
                      .formatted(
                          article(kind.words()),
                          RANGES.get(bin.point()).formatted(least(smaller))));
            }
          }
        }
      }
    }

    /** Whether a matrix is as high as wide, as far as bins tell. */
    private static Optional<String> shape(InstructionKind kind, long[] bins) {
      OptionalInt rows = side(kind, bins, "rows");
      OptionalInt columns = side(kind, bins, "columns");
      if (rows.isEmpty() || columns.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          rows.getAsInt() == columns.getAsInt()
              ? " with as many rows as columns"
              : rows.getAsInt() > columns.getAsInt()
                  ? " with more rows than columns"
                  : " with more columns than rows");
    }

    private static OptionalInt side(InstructionKind kind, long[] bins, String point) {
      return Bins.of(kind).stream()
          .filter(bin -> bin.point().equals(point) && Bins.has(bins, bin.id()))
          .mapToInt(ShaderFacts::least)
          .findFirst();
    }

    private static Set<String> lacks(InstructionKind kind, long[] bins) {
      Set<String> lacks = new LinkedHashSet<>();
      for (Bin bin : Bins.of(kind)) {
        String lacked = LACKED.get(bin.point() + " " + bin.name());
        if (lacked != null && !Bins.has(bins, bin.id())) {
          lacks.add("there is %s %s".formatted(article(kind.words()), lacked));
        }
        if (!Bins.has(bins, bin.id()) && OPTIONAL.contains(bin.point())) {
          String words = bin.words().replaceFirst("^with ", "without ");
          words = words.replaceFirst("^of an? ", "of no ");
          if (!words.equals(bin.words())) {
            lacks.add("there is %s %s".formatted(article(kind.words()), words));
          }
        }
      }
      return lacks;
    }

    private void close() {
      translator.close();
      cache.close();
      device.close();
    }
  }

  /** Instructions of a module that move what cooperative ones made, of whatever type. */
  private static Set<String> copies(byte[] spirv) {
    Set<String> copies = new LinkedHashSet<>();
    for (Instruction i : Instruction.parse(spirv)) {
      if (COPIES.contains(i.opcode())) {
        copies.add("its module has " + i.name());
      }
    }
    return copies;
  }

  private static int least(Bin bin) {
    Matcher range = RANGE.matcher(bin.name());
    return range.matches()
        ? Integer.parseInt(range.group(2)) + (range.group(1) == null ? 0 : 1)
        : 1;
  }

  private static String words(InstructionKind kind, Bin bin) {
    return OF_THE_RUN.contains(bin.point())
        ? "it runs " + bin.words()
        : "there is " + article(kind.words()) + " " + bin.words();
  }

  private static String article(String noun) {
    return (List.of('a', 'e', 'i', 'o', 'u').contains(noun.charAt(0)) ? "an " : "a ") + noun;
  }

  @Override
  public void close() {
    threads.shutdownNow();
    idle.forEach(Seer::close);
  }
}
