// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static java.util.stream.Collectors.toMap;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Condition;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.Switch;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.spirv.ModuleWords;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What options change in modules, and what they leave as it is. */
public final class SpirvOptionTests {

  private static final Array ARRAY =
      new Array(
          "in0", Pointee.scalar(ComponentType.FLOAT32), Array.Storage.BUFFER, 0, Array.Access.READ);

  private static Matrix matrix(String name) {
    return new Matrix(
        name, new MatrixType(ComponentType.FLOAT32, Scope.SUBGROUP, 16, 16, Use.ACCUMULATOR));
  }

  private static final Array RESULT =
      Array.buffer("out0", Pointee.scalar(ComponentType.FLOAT32), Array.Access.WRITE);

  private static final Array LENGTHS =
      Array.buffer("lengths", Pointee.scalar(ComponentType.SINT32), Access.WRITE);

  private static Place place(Array array, Index stride) {
    return new Place(array, Index.of(65_536), stride, MemoryLayout.ROW_MAJOR);
  }

  private static List<int[]> module(SpirvOption option, List<Operation> body) {
    Program program = new Program(Scope.SUBGROUP, 1, 32, arrays(body), body);
    return ModuleWords.of(SpirvWriter.write(program, 6, Set.of(option))).instructions();
  }

  private static List<Array> arrays(List<Operation> body) {
    return body.stream().anyMatch(one -> one instanceof Operation.WriteLength)
        ? List.of(ARRAY, RESULT, LENGTHS)
        : List.of(ARRAY, RESULT);
  }

  private static List<int[]> all(List<int[]> module, int opcode) {
    return module.stream().filter(one -> ModuleWords.opcode(one) == opcode).toList();
  }

  /** The only instruction with an opcode. */
  private static int[] only(List<int[]> module, int opcode) {
    List<int[]> found = all(module, opcode);
    assertEquals(found.size(), 1);
    return found.getFirst();
  }

  /** The instruction whose result an id is. */
  private static int[] giving(List<int[]> module, int id) {
    return module.stream()
        .filter(one -> one.length > 2 && one[2] == id)
        .filter(one -> RESULTS.contains(ModuleWords.opcode(one)))
        .findFirst()
        .orElseThrow();
  }

  /** What gives the values that are asked for. */
  private static final Set<Integer> RESULTS =
      Set.of(Spv.SpvOpLoad, Spv.SpvOpPhi, Spv.SpvOpUConvert, Spv.SpvOpConstant);

  @DataProvider
  Object[][] patterns() {
    return new Object[][] {
      {0L, true},
      {0x3F80_0000L, false},
      {0x8000_0000L, false},
      {1L, false},
    };
  }

  /** Matrices of zeros become null constants, and none of other numbers, nor of negative zeros. */
  @Test(dataProvider = "patterns")
  public void zerosAreNull(long bits, boolean isZero) {
    List<Operation> body =
        List.of(new Fill(matrix("m1"), new Scalar.Literal(ComponentType.FLOAT32, bits)));
    assertEquals(all(module(SpirvOption.NULL, body), Spv.SpvOpConstantNull).size(), isZero ? 1 : 0);
  }

  private static Operation copy(String to, String from) {
    return new Copy(matrix(to), matrix(from));
  }

  private static final Condition CONDITION =
      new Condition(Index.push("n48"), Condition.Comparison.EQUAL, Index.of(48));

  /** One branch copies m1 to m0, and the other m2. */
  private static final Operation BRANCHES =
      new If(CONDITION, List.of(copy("m0", "m1")), List.of(copy("m0", "m2")));

  private static final Operation NEGATED = new Negate(matrix("m4"), matrix("m0"));

  /** Some matrices, and then what is done with them. */
  private static List<Operation> behindFills(Operation... rest) {
    return Stream.concat(
            IntStream.range(0, 5)
                .mapToObj(
                    n ->
                        new Fill(
                            matrix("m" + n),
                            new Scalar.Literal(ComponentType.FLOAT32, 0x4000_0000L + n))),
            Stream.of(rest))
        .toList();
  }

  @DataProvider
  Object[][] selections() {
    List<Operation> first = List.of(copy("m0", "m1"));
    return new Object[][] {
      {BRANCHES, true},
      {new If(CONDITION, first, List.of()), false},
      {new If(CONDITION, first, List.of(copy("m3", "m2"))), false},
      {new If(CONDITION, first, List.of(copy("m0", "m2"), copy("m0", "m3"))), false},
      {new If(CONDITION, first, List.of(new Negate(matrix("m0"), matrix("m2")))), false},
      {new Switch(Index.push("n48"), List.of(first), List.of(copy("m0", "m2"))), false},
    };
  }

  /** Two branches that do nothing but copy to one variable have a phi, and no others. */
  @Test(dataProvider = "selections")
  public void branchesThatChooseHaveAPhi(Operation selection, boolean isChosen) {
    for (SpirvOption option : List.of(SpirvOption.PHI, SpirvOption.PHI_TAKEN)) {
      List<Operation> body = behindFills(selection, NEGATED);
      List<int[]> module = module(option, body);
      assertEquals(all(module, Spv.SpvOpPhi).size(), isChosen ? 1 : 0, option.toString());
      if (isChosen) {
        int[] phi = only(module, Spv.SpvOpPhi);
        int[] branch = only(module, Spv.SpvOpBranchConditional);
        assertEquals(new int[] {phi[4], phi[6]}, new int[] {branch[2], branch[3]});
        assertNotEquals(phi[3], phi[5]);
      }
    }
  }

  @DataProvider
  Object[][] between() {
    return new Object[][] {
      {List.of(), true},
      {List.of(copy("m3", "m4")), true},
      {List.of(copy("m0", "m3")), false},
      {List.of(new If(CONDITION, List.of(copy("m3", "m4")), List.of())), false},
    };
  }

  /** The variable is read in the block of the phi, and nothing else has been done with it. */
  @Test(dataProvider = "between")
  public void aPhiIsTakenInItsBlock(List<Operation> between, boolean isTaken) {
    List<Operation> body =
        behindFills(
            Stream.of(List.of(BRANCHES), between, List.of(NEGATED))
                .flatMap(List::stream)
                .toArray(Operation[]::new));
    List<int[]> module = module(SpirvOption.PHI_TAKEN, body);
    int negated = only(module, Spv.SpvOpFNegate)[3];
    assertEquals(negated == only(module, Spv.SpvOpPhi)[2], isTaken);
    if (between.isEmpty()) {
      assertEquals(
          ModuleWords.opcode(
              giving(
                  module(SpirvOption.PHI, body),
                  only(module(SpirvOption.PHI, body), Spv.SpvOpFNegate)[3])),
          Spv.SpvOpLoad);
    }
  }

  @DataProvider
  Object[][] converted() {
    return new Object[][] {
      {SpirvOption.NARROW_STRIDES, 16, true, false},
      {SpirvOption.NARROW_STRIDES_STORED, 16, false, true},
      {SpirvOption.WIDE_STRIDES, 64, true, false},
      {SpirvOption.WIDE_STRIDES_STORED, 64, false, true},
    };
  }

  /** Strides of loads or of stores become numbers of another width, and not those of the others. */
  @Test(dataProvider = "converted")
  public void stridesOfTheirKindAreConverted(
      SpirvOption option, int bits, boolean ofLoads, boolean ofStores) {
    List<int[]> module =
        module(
            option,
            List.of(
                new Operation.Load(matrix("m1"), place(ARRAY, Index.of(48))),
                new Operation.Store(matrix("m1"), place(RESULT, Index.of(48)))));
    int[] load = only(module, Spv.SpvOpCooperativeMatrixLoadKHR);
    int[] store = only(module, Spv.SpvOpCooperativeMatrixStoreKHR);
    assertEquals(isConverted(module, load[5], bits), ofLoads);
    assertEquals(isConverted(module, store[4], bits), ofStores);
  }

  private static boolean isConverted(List<int[]> module, int stride, int bits) {
    int[] giving = giving(module, stride);
    boolean isConverted = ModuleWords.opcode(giving) == Spv.SpvOpUConvert;
    if (isConverted) {
      assertTrue(
          all(module, Spv.SpvOpTypeInt).stream()
              .anyMatch(type -> type[1] == giving[1] && type[2] == bits && type[3] == 0));
    }
    return isConverted;
  }

  private static final List<Operation> MOVED =
      List.of(
          new Operation.Load(matrix("m1"), place(ARRAY, Index.push("n48"))),
          new Operation.WriteLength(matrix("m1"), LENGTHS, Index.of(0)),
          new Operation.Store(matrix("m1"), place(RESULT, Index.push("n48"))));

  private static Stream<int[]> inMemory(List<int[]> module, int opcode, Set<Integer> storages) {
    Map<Integer, Integer> classes =
        all(module, Spv.SpvOpTypePointer).stream().collect(toMap(one -> one[1], one -> one[2]));
    return all(module, opcode).stream()
        .filter(one -> storages.contains(classes.getOrDefault(one[1], -1)));
  }

  private static final Set<Integer> BUFFERS =
      Set.of(Spv.SpvStorageClassStorageBuffer, Spv.SpvStorageClassPushConstant);

  /** All pointers into buffers and push constants have no type, and strides are in bytes. */
  @Test
  public void pointersIntoMemoryAreUntypedAndStridesBytes() {
    List<int[]> module = module(SpirvOption.UNTYPED, MOVED);
    assertEquals(inMemory(module, Spv.SpvOpVariable, BUFFERS).count(), 0);
    assertEquals(inMemory(module, Spv.SpvOpAccessChain, BUFFERS).count(), 0);
    assertEquals(all(module, Spv.SpvOpUntypedVariableKHR).size(), 4);
    Map<Integer, int[]> products =
        all(module, Spv.SpvOpIMul).stream().collect(toMap(one -> one[2], one -> one));
    for (int stride :
        List.of(
            only(module, Spv.SpvOpCooperativeMatrixLoadKHR)[5],
            only(module, Spv.SpvOpCooperativeMatrixStoreKHR)[4])) {
      assertEquals(giving(module, products.get(stride)[4])[3], Float.BYTES);
    }
  }

  /**
   * What an instruction of tensors leads to has a typed pointer, to which a typed variable leads.
   */
  @Test
  public void tensorsHaveTypedPointers() {
    TensorLayout layout =
        new TensorLayout(
            2,
            TensorLayout.Clamp.UNDEFINED,
            List.of(new TensorLayout.Setter.Dimension(new long[] {16, 16})),
            Optional.empty());
    List<int[]> module =
        module(
            SpirvOption.UNTYPED,
            List.of(
                new Operation.Load(matrix("m1"), place(ARRAY, Index.of(16))),
                new TensorOperation.StoreTensor(
                    matrix("m1"), RESULT, Index.of(0), layout, Index.of(0))));
    assertEquals(inMemory(module, Spv.SpvOpVariable, BUFFERS).count(), 1);
    int[] chain = inMemory(module, Spv.SpvOpAccessChain, BUFFERS).findFirst().orElseThrow();
    assertEquals(only(module, Spv.SpvOpCooperativeMatrixStoreTensorNV)[1], chain[2]);
    assertEquals(all(module, Spv.SpvOpUntypedVariableKHR).size(), 1);
  }

  /** Each pointer to an element is the first of two that a condition chooses from. */
  @Test
  public void pointersToElementsAreChosen() {
    List<int[]> module = module(SpirvOption.VARIABLE_POINTERS, MOVED);
    Map<Integer, int[]> chosen =
        all(module, Spv.SpvOpSelect).stream().collect(toMap(one -> one[2], one -> one));
    int[] pointers = {
      only(module, Spv.SpvOpCooperativeMatrixLoadKHR)[3],
      only(module, Spv.SpvOpCooperativeMatrixStoreKHR)[1]
    };
    Map<Integer, int[]> chains =
        all(module, Spv.SpvOpAccessChain).stream().collect(toMap(one -> one[2], one -> one));
    for (int pointer : pointers) {
      int[] own = chains.get(chosen.get(pointer)[4]);
      int[] other = chains.get(chosen.get(pointer)[5]);
      assertEquals(own[3], other[3]);
      assertEquals(giving(module, own[5])[3], 65_536);
      assertEquals(giving(module, other[5])[3], 0);
    }
  }

  private static final MatrixType VECTOR =
      new MatrixType(ComponentType.FLOAT32, Scope.INVOCATION, 4, 1, Use.ACCUMULATOR);

  /**
   * One to a whole array is chosen from its own, the second every second time, and one that may be
   * read or written, or null.
   */
  @Test
  public void pointersToWholeArraysAreChosen() {
    Array third = Array.buffer("both", Pointee.scalar(ComponentType.FLOAT32), Access.READ_WRITE);
    Matrix vector = new Matrix("v", VECTOR);
    Program program =
        new Program(
            Scope.INVOCATION,
            32,
            1,
            List.of(ARRAY, RESULT, third),
            List.of(
                new VectorOperation.LoadVector(vector, ARRAY, Index.of(0)),
                new VectorOperation.StoreVector(vector, third, Index.of(0)),
                new VectorOperation.LoadVector(vector, third, Index.of(0))));
    List<int[]> module =
        ModuleWords.of(SpirvWriter.write(program, 6, Set.of(SpirvOption.VARIABLE_POINTERS)))
            .instructions();
    Map<Integer, int[]> chains =
        all(module, Spv.SpvOpAccessChain).stream().collect(toMap(one -> one[2], one -> one));
    List<int[]> buffers =
        inMemory(module, Spv.SpvOpVariable, Set.of(Spv.SpvStorageClassStorageBuffer)).toList();
    assertEquals(
        all(module, Spv.SpvOpSelect).stream()
            .map(one -> List.of(chains.get(one[4])[3], chains.get(one[5])[3]))
            .toList(),
        List.of(
            List.of(buffers.get(0)[2], buffers.get(2)[2]),
            List.of(buffers.get(1)[2], buffers.get(2)[2]),
            List.of(buffers.get(2)[2], buffers.get(0)[2])));
  }

  /** Another function of one invocation is the first entry point. */
  @Test
  public void anotherEntryPointStandsFirst() {
    List<int[]> module = module(SpirvOption.ENTRY_POINTS, MOVED);
    List<int[]> entries = all(module, Spv.SpvOpEntryPoint);
    assertEquals(ModuleWords.text(entries.get(0), 3), "idle");
    assertEquals(ModuleWords.text(entries.get(1), 3), "main");
    List<int[]> modes = all(module, Spv.SpvOpExecutionMode);
    assertEquals(modes.getFirst(), new int[] {modes.getFirst()[0], entries.get(0)[2], 17, 1, 1, 1});
  }

  private static MatrixType integers(Use use) {
    return new MatrixType(ComponentType.SINT32, Scope.SUBGROUP, 8, 8, use);
  }

  /** Types have no use, layouts are booleans, products have no operands. */
  @Test
  public void matricesAreThoseOfThePredecessor() {
    Matrix a = new Matrix("a", integers(Use.A));
    Matrix b = new Matrix("b", integers(Use.B));
    Matrix c = new Matrix("c", integers(Use.ACCUMULATOR));
    Array array = Array.buffer("in0", Pointee.scalar(ComponentType.SINT32), Access.READ);
    Program program =
        new Program(
            Scope.SUBGROUP,
            1,
            32,
            List.of(array, LENGTHS),
            List.of(
                new Operation.Load(
                    a, new Place(array, Index.of(0), Index.of(8), MemoryLayout.COLUMN_MAJOR)),
                new Fill(b, new Scalar.Literal(ComponentType.SINT32, 2)),
                new Fill(c, new Scalar.Literal(ComponentType.SINT32, 3)),
                new Operation.MulAdd(c, a, b, c, false),
                new Operation.WriteLength(c, LENGTHS, Index.of(0))));
    List<int[]> module =
        ModuleWords.of(SpirvWriter.write(program, 6, Set.of(SpirvOption.NV_COOPERATIVE_MATRIX)))
            .instructions();
    only(module, Spv.SpvOpTypeCooperativeMatrixNV);
    only(module, Spv.SpvOpCooperativeMatrixLengthNV);
    assertEquals(only(module, Spv.SpvOpCooperativeMatrixMulAddNV).length, 6);
    assertEquals(
        only(module, Spv.SpvOpCooperativeMatrixLoadNV)[5], only(module, Spv.SpvOpConstantTrue)[2]);
  }

  private static Index constant(int value) {
    return new Index.Specialized(new Constant(3, "K3", ComponentType.UINT32, 1, value));
  }

  @DataProvider
  Object[][] strides() {
    return new Object[][] {
      {Index.of(65_535), true},
      {Index.of(65_536), false},
      {Index.of(-1), false},
      {Index.push("n48"), true},
      {Index.push("n65536"), false},
      {Index.push("unknown"), false},
      {constant(48), true},
      {constant(65_536), false},
      {Index.of(2).times(Index.push("n48")), false},
    };
  }

  /** A stride of 65,536 elements is none of 16 bits. */
  @Test(dataProvider = "strides")
  public void stridesOf16BitsAreBelowTheirRange(Index stride, boolean isNarrow) {
    List<Operation> body = List.of(new Operation.Load(matrix("m1"), place(ARRAY, stride)));
    assertEquals(
        SpirvOption.hasNarrowStrides(
            new Program(Scope.SUBGROUP, 1, 32, List.of(ARRAY), body),
            Map.of("n48", 48, "n65536", 65_536)),
        isNarrow);
  }
}
