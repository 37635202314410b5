// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.program.Array;
import coopcts.program.Condition;
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
import coopcts.spirv.ModuleWords;
import java.util.List;
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

  private static Place place(Array array, Index stride) {
    return new Place(array, Index.of(65_536), stride, MemoryLayout.ROW_MAJOR);
  }

  private static List<int[]> module(SpirvOption option, List<Operation> body) {
    Program program = new Program(Scope.SUBGROUP, 1, 32, List.of(ARRAY, RESULT), body);
    return ModuleWords.of(SpirvWriter.write(program, 6, Set.of(option))).instructions();
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
}
