// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.oracle.Inputs;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.plan.ShaderPlan;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Condition;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Matrices that are reached in other ways than at the start of a bound buffer: by address, far from
 * its start, with a stride of the subgroup's own, from workgroups that reach along y or z, through
 * a buffer that another subgroup or an earlier dispatch wrote, and in places that change meanwhile.
 */
public final class ReachFamily extends KhrFamily {

  /** Bytes before the first matrix and behind the last that nothing may touch. */
  private static final int GUARD = 64;

  /** The push constant that numbers dispatches. */
  private static final String DISPATCH = "dispatch";

  /** The push constant that says where the first matrix is, where one does. */
  private static final String FIRST = "element";

  private static final Index INSTANCE = new Index.Instance();

  /** How often a place is looked at that changes. */
  private static final int TURNS = 2;

  /** A form of places that change takes one type in so many, outside of full runs. */
  private static final int TYPES_A_FORM = 4;

  /** What a place holds changes, and it is looked at again. */
  private enum Changing {
    /** Matrices are stored and loaded. */
    MATRICES,
    /** Invocations' own stores come before the loads. */
    SCALARS_BEFORE,
    /** Invocations' own loads come behind the stores. */
    SCALARS_BEHIND
  }

  private enum ReachForm {
    /** Both buffers by their addresses. */
    REFERENCE("KHR-LOAD-010", "bufferDeviceAddress") {
      @Override
      List<Array> arrays(ComponentType type) {
        return super.arrays(type).stream().map(Array::addressed).toList();
      }
    },
    /** By way of a coherent buffer, to which the workgroup's other subgroup stored. */
    HANDOVER("KHR-MEM-004", "vulkanMemoryModel") {
      @Override
      List<Array> arrays(ComponentType type) {
        return between(type, Access.COHERENT);
      }

      @Override
      List<Operation> body(Reached at) {
        Index other =
            new Index.Workgroup()
                .times(Index.of(INSTANCES))
                .plus(new Index.LocalInstance().plus(Index.of(1)).modulo(INSTANCES));
        return List.of(
            at.load(0, INSTANCE),
            at.keep(1),
            new Operation.BufferBarrier(),
            at.load(1, other),
            at.store(2));
      }
    },
    /** By way of a buffer to which the dispatch before stored. */
    NEXT("KHR-MEM-005") {
      @Override
      List<Array> arrays(ComponentType type) {
        return between(type, Access.READ_WRITE);
      }

      @Override
      List<Operation> body(Reached at) {
        return List.of(
            new Operation.If(
                new Condition(Index.push(DISPATCH), Condition.Comparison.EQUAL, Index.of(0)),
                List.of(at.load(0, INSTANCE), at.keep(1)),
                List.of(at.load(1, INSTANCE), at.store(2))));
      }

      @Override
      ProgramSubcase dispatched(ProgramSubcase once) {
        return once.again(Map.of(DISPATCH, 1));
      }
    },
    /** Every second subgroup loads with a longer stride than the others. */
    UNLIKE("KHR-LOAD-021") {
      @Override
      Index stride(Tiles tiles) {
        return super.stride(tiles).plus(INSTANCE.modulo(2).times(Index.of(tiles.step)));
      }
    },
    ALONG_Y("KHR-UNIF-009") {
      @Override
      Index first(Tiles tiles) {
        return Index.push(FIRST);
      }

      @Override
      String localSize(int subgroup) {
        return "local_size_x = %d, local_size_y = %d".formatted(subgroup, INSTANCES);
      }
    },
    ALONG_Z("KHR-UNIF-009") {
      @Override
      Index first(Tiles tiles) {
        return Index.push(FIRST);
      }

      @Override
      String localSize(int subgroup) {
        return "local_size_x = %d, local_size_z = %d".formatted(subgroup, INSTANCES);
      }
    },
    /** More than 64 Ki elements from the buffers' start. */
    FAR("KHR-LOAD-003") {
      @Override
      int elements(ComponentType type) {
        return 70_000;
      }

      @Override
      Index first(Tiles tiles) {
        return Index.push(FIRST);
      }
    },
    /** A place of a buffer that holds another matrix when it is loaded again. */
    AGAIN(Changing.MATRICES) {
      @Override
      List<Operation> body(Reached at) {
        return Stream.of(0, 1).map(Index::of).flatMap(turn -> turn(at, turn).stream()).toList();
      }
    },
    /** The same by address, in the turns of a loop. */
    AGAIN_BY_ADDRESS(Changing.MATRICES, "bufferDeviceAddress") {
      @Override
      List<Array> arrays(ComponentType type) {
        return super.arrays(type).stream().map(Array::addressed).toList();
      }
    },
    /** A place to which invocations write, one scalar each, before it is loaded again. */
    AGAIN_WRITTEN(Changing.SCALARS_BEFORE),
    /** A matrix that is read as scalars, again when another one has been stored there. */
    AGAIN_READ(Changing.SCALARS_BEHIND);

    private final Rule rule;
    private final List<String> features;

    /** What changes what a place holds between two times that it is looked at, if anything does. */
    private final Optional<Changing> changing;

    ReachForm(String assertion, String... features) {
      this.rule = Rule.must(assertion, "KHR-STORE-004");
      this.features = List.of(features);
      this.changing = Optional.empty();
    }

    ReachForm(Changing changing, String... features) {
      this.rule = Rule.must("KHR-MEM-004", "KHR-STORE-004");
      this.features = Stream.concat(Stream.of("vulkanMemoryModel"), Stream.of(features)).toList();
      this.changing = Optional.of(changing);
    }

    /** How often each scope instance leaves a result. */
    int turns() {
      return changing.isPresent() ? TURNS : 1;
    }

    /** The buffers in their order; matrices come from the first and go to the last. */
    List<Array> arrays(ComponentType type) {
      return changing.isPresent()
          ? between(type, Access.COHERENT)
          : List.of(array("source", type, Access.READ), array("result", type, Access.WRITE));
    }

    List<Operation> body(Reached at) {
      return changing.isPresent()
          ? List.of(
              new Operation.Repeat("turn", Index.of(TURNS), turn(at, new Index.Counter("turn"))))
          : List.of(at.load(0, INSTANCE), at.store(1));
    }

    /** Brings other instances' matrices to the place between, turn by turn, and to the result. */
    List<Operation> turn(Reached at, Index turn) {
      Operation barrier = new Operation.BufferBarrier();
      Index other = INSTANCE.plus(turn).modulo(ALL);
      Index left = INSTANCE.plus(turn.times(Index.of(ALL)));
      Index group = new Index.Workgroup().times(Index.of(INSTANCES));
      return switch (changing.orElseThrow()) {
        case MATRICES ->
            List.of(
                at.load(0, other),
                at.keep(1),
                barrier,
                at.load(1, INSTANCE),
                at.store(2, left),
                barrier);
        case SCALARS_BEFORE ->
            List.of(
                at.copy(0, group.plus(turn), 1, group),
                barrier,
                at.load(1, INSTANCE),
                at.store(2, left),
                barrier);
        case SCALARS_BEHIND ->
            List.of(
                at.load(0, other),
                at.keep(1),
                barrier,
                at.copy(1, group, 2, group.plus(turn.times(Index.of(ALL)))),
                barrier);
      };
    }

    private static Array array(String name, ComponentType type, Access access) {
      return Array.buffer(name, Pointee.scalar(type), access);
    }

    private static List<Array> between(ComponentType type, Access access) {
      return List.of(
          array("source", type, Access.READ),
          array("between", type, access),
          array("result", type, Access.WRITE));
    }

    /** Elements before the first matrix, at least. */
    int elements(ComponentType type) {
      return GUARD / type.bytes();
    }

    /** The first element of the first matrix. */
    Index first(Tiles tiles) {
      return Index.of(tiles.first);
    }

    /** Elements from line to line where a matrix is loaded. */
    Index stride(Tiles tiles) {
      return Index.of(tiles.stride);
    }

    /** The workgroup's size, as a shader declares it; empty for all invocations along x. */
    String localSize(int subgroup) {
      return "";
    }

    /** The run with the dispatches that follow it. */
    ProgramSubcase dispatched(ProgramSubcase once) {
      return once;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public ReachFamily() {}

  @Override
  public String name() {
    return "khr.reach";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("launch shape, bindings and dispatches are what it is about");
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-LOAD-003",
        "KHR-LOAD-010",
        "KHR-LOAD-021",
        "KHR-STORE-004",
        "KHR-MEM-004",
        "KHR-MEM-005",
        "KHR-UNIF-009");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    List<ReachForm> forms = forms(form -> form.changing.isEmpty());
    List<MemoryLayout> layouts = List.of(MemoryLayout.values());
    return Stream.concat(
        profile.combine(forms, layouts, layouts).stream()
            .map(
                row ->
                    of(report, type, forms.get(row[0]), layouts.get(row[1]), layouts.get(row[2]))),
        forms(form -> form.changing.isPresent()).stream()
            .filter(form -> profile == Profile.FULL || Draw.oneIn(TYPES_A_FORM, form, type.label()))
            .map(
                form ->
                    of(
                        report,
                        type,
                        form,
                        layouts.get(Draw.index(layouts, form, type.label(), "from")),
                        layouts.get(Draw.index(layouts, form, type.label(), "to")))));
  }

  private static List<ReachForm> forms(Predicate<ReachForm> some) {
    return Stream.of(ReachForm.values()).filter(some).toList();
  }

  private Case of(
      DeviceReport report, MatrixType type, ReachForm form, MemoryLayout from, MemoryLayout to) {
    return Case.unless(
        report.missing(form.features).map(GatedFamily::lacks),
        "%s.%s.%s_%s".formatted(name(type), form, from, to),
        form.rule.assertions(),
        () -> plan(report, type, form, from, to));
  }

  private static Plan plan(
      DeviceReport report, MatrixType type, ReachForm form, MemoryLayout from, MemoryLayout to) {
    Tiles tiles = Tiles.of(type, form.elements(type.component()));
    Reached at =
        new Reached(form, tiles, form.arrays(type.component()), new Matrix("m", type), from, to);
    Program program =
        new Program(type.scope(), INSTANCES, report.subgroup().size(), at.arrays, form.body(at));
    ShaderPlan plan =
        ShaderPlan.of(
            program,
            List.of(
                form.dispatched(
                    new ProgramSubcase("distinct", List.of(), at::inputs)
                        .naming(expected -> expected.storedBy(form.rule)))));
    String size = form.localSize(report.subgroup().size());
    return size.isEmpty() ? plan : plan.with(plan.shader().sized(size));
  }

  /**
   * Square tiles with lines long enough for rows and columns alike, one for each instance.
   *
   * @param first element of the first tile
   * @param stride elements from line to line
   * @param step elements that a line can be longer
   * @param tile elements from tile to tile
   */
  private record Tiles(int first, int stride, int step, int tile) {
    static Tiles of(MatrixType type, int first) {
      int width = type.component().bytes();
      int most = Math.max(type.rows(), type.columns());
      int stride = Math.ceilDiv(most * width, 16) * 16 / width;
      int step = 16 / width;
      return new Tiles(
          Math.ceilDiv(first * width, 16) * 16 / width, stride, step, (stride + step) * most);
    }
  }

  /** A matrix and the buffers that it goes through. */
  private record Reached(
      ReachForm form,
      Tiles tiles,
      List<Array> arrays,
      Matrix matrix,
      MemoryLayout from,
      MemoryLayout to) {

    private Place place(int array, Index instance, Index stride, MemoryLayout layout) {
      Index element = form.first(tiles).plus(instance.times(Index.of(tiles.tile)));
      return new Place(arrays.get(array), element, stride, layout);
    }

    /** Loads an instance's matrix. */
    Operation load(int array, Index instance) {
      return new Operation.Load(matrix, place(array, instance, form.stride(tiles), from));
    }

    /** Stores it as it was loaded. */
    Operation keep(int array) {
      return new Operation.Store(matrix, place(array, INSTANCE, Index.of(tiles.stride), from));
    }

    /** Stores it as a result. */
    Operation store(int array) {
      return store(array, INSTANCE);
    }

    /** Stores it as the so manieth result. */
    Operation store(int array, Index number) {
      return new Operation.Store(matrix, place(array, number, Index.of(tiles.stride), to));
    }

    /** The workgroup's invocations copy as many tiles as it has scope instances. */
    Operation copy(int array, Index tile, int other, Index otherTile) {
      return new Operation.Stage(
          arrays.get(array),
          form.first(tiles).plus(tile.times(Index.of(tiles.tile))),
          arrays.get(other),
          form.first(tiles).plus(otherTile.times(Index.of(tiles.tile))),
          Index.of(INSTANCES * tiles.tile));
    }

    Inputs inputs(long seed) {
      ComponentType type = matrix.type().component();
      SplittableRandom random = InputPatterns.random(seed, form.toString());
      int bytes = (tiles.first + ALL * form.turns() * tiles.tile) * type.bytes() + GUARD;
      List<byte[]> buffers =
          arrays.stream()
              .map(_ -> InputPatterns.fill(type, bytes, InputPatterns.distinct(type, random)))
              .toList();
      return new Inputs(Map.of(FIRST, tiles.first, DISPATCH, 0), buffers, WORKGROUPS);
    }
  }
}
