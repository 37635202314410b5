// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static coopcts.spirv.ModuleWords.joined;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Function;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Apart;
import coopcts.program.Operation.Barrier;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Break;
import coopcts.program.Operation.Call;
import coopcts.program.Operation.ChangeUse;
import coopcts.program.Operation.Continue;
import coopcts.program.Operation.Convert;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.CopyGroup;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Get;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Load;
import coopcts.program.Operation.Mark;
import coopcts.program.Operation.MulAdd;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.PerElement;
import coopcts.program.Operation.Put;
import coopcts.program.Operation.Reduce;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Return;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Store;
import coopcts.program.Operation.Switch;
import coopcts.program.Operation.Transpose;
import coopcts.program.Operation.WriteLength;
import coopcts.program.Place;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.lwjgl.util.spvc.Spv;

/** The operations of one function as instructions. */
final class OperationCode {

  private static final int SHARED =
      Spv.SpvMemorySemanticsAcquireReleaseMask | Spv.SpvMemorySemanticsWorkgroupMemoryMask;

  private static final int BUFFERS =
      Spv.SpvMemorySemanticsAcquireReleaseMask
          | Spv.SpvMemorySemanticsUniformMemoryMask
          | Spv.SpvMemorySemanticsMakeAvailableMask
          | Spv.SpvMemorySemanticsMakeVisibleMask;

  private final FunctionCode function;
  private final CodeBuilder code;
  private final ModuleBuilder module;
  private final ModuleTypes types;
  private final CallbackCode callbacks;
  private final Map<Function, Integer> functions;
  private final FunctionCode.Loops loops = new FunctionCode.Loops();

  /**
   * @param functions ids of those that it may call
   */
  OperationCode(FunctionCode function, CallbackCode callbacks, Map<Function, Integer> functions) {
    this.function = function;
    this.callbacks = callbacks;
    this.functions = functions;
    code = function.code;
    module = function.shared.module();
    types = function.shared.types();
  }

  void add(List<Operation> body) {
    body.forEach(this::add);
  }

  private void add(Operation operation) {
    switch (operation) {
      case Load(Matrix result, Place from) -> load(result, from);
      case Store(Matrix source, Place to) -> store(source, to);
      case MulAdd op -> function.store(op.result(), product(op));
      case Fill fill when function.begins(fill) -> {}
      case Fill(Matrix result, Scalar value) -> function.store(result, filled(result, value));
      case Convert(Matrix result, Matrix source) ->
          function.store(result, converted(source, result, false));
      case Operation.Saturate(Matrix result, Matrix source) ->
          function.store(result, converted(source, result, true));
      case Binary op ->
          function.store(
              op.result(),
              combined(
                  op.operator(), op.result(), function.load(op.left()), function.load(op.right())));
      case Negate(Matrix result, Matrix source) -> function.store(result, negated(source));
      case Scale op -> function.store(op.result(), scaled(op));
      case Copy(Matrix result, Matrix source) -> function.copy(result, source);
      case EachComponent each -> eachComponent(each);
      case WriteLength op -> writeLength(op);
      case Operation.WriteSubgroupSize(Array array, Index element) -> {
        NumberCode numbers = function.shared.numbers();
        int place = function.add(function.index(element), numbers.invocation(code));
        function
            .shared
            .memory()
            .store(code, array, function.element(array, place), numbers.subgroupSize(code));
      }
      case Stage op -> stage(op);
      case Barrier _ -> barrier(SHARED);
      case Operation.BufferBarrier _ -> barrier(BUFFERS);
      case Repeat(String counter, Index count, var body) ->
          function.repeat(counter, count, () -> add(body), loops);
      case Apart(EachComponent each, int step) -> {
        int rest =
            code.value(
                Spv.SpvOpUMod, types.uint(), function.shared.numbers().own(code), types.uint(step));
        code.choose(
            code.value(Spv.SpvOpIEqual, types.bool(), rest, types.uint(0)),
            () -> eachComponent(each),
            () -> eachComponent(each));
      }
      case If(var condition, var then, var otherwise) when otherwise.isEmpty() ->
          code.when(function.condition(condition), () -> add(then));
      case If op when (says(SpirvOption.PHI) || says(SpirvOption.PHI_TAKEN)) && op.chooses() ->
          phi(op);
      case If(var condition, var then, var otherwise) ->
          code.choose(function.condition(condition), () -> add(then), () -> add(otherwise));
      case Switch op -> choice(op);
      case Break(var condition) ->
          code.leave(function.condition(condition), Spv.SpvOpBranch, loops.after());
      case Continue(var condition) ->
          code.leave(function.condition(condition), Spv.SpvOpBranch, loops.next());
      case Return(var condition) -> code.leave(function.condition(condition), Spv.SpvOpReturn);
      case Call call -> call(call);
      case Reduce op -> {
        module.capability(Spv.SpvCapabilityCooperativeMatrixReductionsNV);
        function.store(op.result(), reduced(op));
      }
      case ChangeUse(Matrix result, Matrix source) -> {
        module.capability(Spv.SpvCapabilityCooperativeMatrixConversionsNV);
        function.store(result, changed(source, result));
      }
      case Transpose(Matrix result, Matrix source) -> {
        module.capability(Spv.SpvCapabilityCooperativeMatrixConversionsNV);
        function.store(
            result,
            code.value(
                Spv.SpvOpCooperativeMatrixTransposeNV,
                function.type(result),
                function.load(source)));
      }
      case PerElement op -> {
        module.capability(Spv.SpvCapabilityCooperativeMatrixPerElementOperationsNV);
        function.store(op.result(), perElement(op));
      }
      case Put put when function.begins(put) -> {}
      case Put(var group, Index.Literal(int member), Matrix source)
          when says(SpirvOption.MEMBERS_INSERTED) ->
          code.add(
              Spv.SpvOpStore,
              function.group(group),
              code.value(
                  Spv.SpvOpCompositeInsert,
                  types.of(group),
                  function.load(source),
                  whole(group),
                  member));
      case Put(var group, var member, Matrix source) ->
          code.add(Spv.SpvOpStore, function.member(group, member), function.load(source));
      case Get(Matrix result, var group, var member) ->
          function.store(
              result,
              code.value(Spv.SpvOpLoad, function.type(result), function.member(group, member)));
      case CopyGroup(var result, var source) ->
          code.add(Spv.SpvOpStore, function.group(result), whole(source));
      case Mark op -> mark(op);
      case TensorOperation op -> new TensorCode(function, callbacks).add(op);
      case ArrayOperation op -> new LineCode(function).add(op);
      case QcomOperation op ->
          new LineCode(function)
              .add(
                  op,
                  () -> {
                    if (op instanceof QcomOperation.ThroughLines through) {
                      add(through.between());
                    }
                  });
      case VectorOperation op -> new VectorCode(function).add(op);
    }
  }

  private int whole(Group group) {
    return code.value(Spv.SpvOpLoad, types.of(group), function.group(group));
  }

  private int[] access(Array array, boolean isStore) {
    int[] operands = function.shared.memory().operands(array, isStore, array.pointee().bytes());
    if (operands[0] != Spv.SpvMemoryAccessMaskNone) {
      return operands;
    }
    if (says(isStore ? SpirvOption.NONTEMPORAL_STORES : SpirvOption.NONTEMPORAL_LOADS)) {
      return new int[] {Spv.SpvMemoryAccessNontemporalMask};
    }
    return says(isStore ? SpirvOption.STORES_WITHOUT : SpirvOption.LOADS_WITHOUT)
        ? new int[] {}
        : operands;
  }

  private boolean says(SpirvOption option) {
    return function.shared.says(option);
  }

  private boolean hasBlocks(boolean isStore) {
    return (says(SpirvOption.ROW_BLOCKS) || says(SpirvOption.COLUMN_BLOCKS))
        && (!isStore || says(SpirvOption.BLOCKS_STORED));
  }

  private int layout(Place place, boolean isStore) {
    if (hasBlocks(isStore)) {
      module.capability(Spv.SpvCapabilityCooperativeMatrixLayoutsARM);
      return types.uint(
          says(SpirvOption.ROW_BLOCKS)
              ? Spv.SpvCooperativeMatrixLayoutRowBlockedInterleavedARM
              : Spv.SpvCooperativeMatrixLayoutColumnBlockedInterleavedARM);
    }
    return says(SpirvOption.LAYOUT_SPECIALIZED)
        ? function.shared.constants().id(SpirvOption.layout(place.layout()))
        : types.sint(place.layout().ordinal());
  }

  private int stride(Place place, boolean isStore) {
    if (hasBlocks(isStore)) {
      return types.uint(
          says(SpirvOption.FOURS_OF_BLOCKS) ? 4 : says(SpirvOption.PAIRS_OF_BLOCKS) ? 2 : 1);
    }
    int stride = function.index(place.stride());
    if (function.shared.memory().isUntyped(place.array())) {
      stride = function.times(stride, types.uint(place.array().pointee().bytes()));
    }
    if (says(isStore ? SpirvOption.WIDE_STRIDES_STORED : SpirvOption.WIDE_STRIDES)) {
      return code.value(Spv.SpvOpUConvert, types.scalar(ComponentType.UINT64), stride);
    }
    if (says(isStore ? SpirvOption.NARROW_STRIDES_STORED : SpirvOption.NARROW_STRIDES)) {
      return code.value(Spv.SpvOpUConvert, types.scalar(ComponentType.UINT16), stride);
    }
    return stride;
  }

  private void load(Matrix result, Place from) {
    int pointer = function.element(from.array(), function.index(from.element()));
    int[] lines = lines(from, false);
    function.store(
        result,
        code.value(
            isFormer() ? Spv.SpvOpCooperativeMatrixLoadNV : Spv.SpvOpCooperativeMatrixLoadKHR,
            function.type(result),
            joined(joined(new int[] {pointer}, lines), access(from.array(), false))));
  }

  private boolean isFormer() {
    return says(SpirvOption.NV_COOPERATIVE_MATRIX);
  }

  /** Layout and stride; or stride and whether lines are columns. */
  private int[] lines(Place place, boolean isStore) {
    int layout = layout(place, isStore);
    int stride = stride(place, isStore);
    if (!isFormer()) {
      return new int[] {layout, stride};
    }
    boolean isColumns = place.layout() == MemoryLayout.COLUMN_MAJOR;
    return new int[] {
      stride,
      says(SpirvOption.LAYOUT_SPECIALIZED)
          ? module.constant(
              Spv.SpvOpSpecConstantOp,
              types.bool(),
              Spv.SpvOpINotEqual,
              layout,
              types.sint(MemoryLayout.ROW_MAJOR.ordinal()))
          : types.bool(isColumns)
    };
  }

  private void store(Matrix source, Place to) {
    int[] stored = {
      function.element(to.array(), function.index(to.element())), function.load(source)
    };
    code.add(
        isFormer() ? Spv.SpvOpCooperativeMatrixStoreNV : Spv.SpvOpCooperativeMatrixStoreKHR,
        joined(joined(stored, lines(to, true)), access(to.array(), true)));
  }

  private int product(MulAdd op) {
    int[] matrices = {function.load(op.a()), function.load(op.b()), function.load(op.c())};
    if (isFormer()) {
      if (op.saturating()) {
        throw new IllegalArgumentException("SPV_NV_cooperative_matrix has no saturating products");
      }
      return code.value(Spv.SpvOpCooperativeMatrixMulAddNV, function.type(op.result()), matrices);
    }
    int operands =
        sign(op.a(), Spv.SpvCooperativeMatrixOperandsMatrixASignedComponentsKHRMask)
            | sign(op.b(), Spv.SpvCooperativeMatrixOperandsMatrixBSignedComponentsKHRMask)
            | sign(op.c(), Spv.SpvCooperativeMatrixOperandsMatrixCSignedComponentsKHRMask)
            | sign(op.result(), Spv.SpvCooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask)
            | (op.saturating() ? Spv.SpvCooperativeMatrixOperandsSaturatingAccumulationKHRMask : 0);
    return code.value(
        Spv.SpvOpCooperativeMatrixMulAddKHR,
        function.type(op.result()),
        operands == 0 && !says(SpirvOption.OPERANDS_NONE) ? matrices : joined(matrices, operands));
  }

  private int sign(Matrix matrix, int mask) {
    ComponentType component = matrix.type().component();
    boolean isSigned = says(SpirvOption.OTHER_SIGNS) != component.isSigned();
    return component.isInteger() && isSigned ? mask : 0;
  }

  private int filled(Matrix result, Scalar value) {
    if (says(SpirvOption.NULL) && value instanceof Scalar.Literal(var _, long bits) && bits == 0) {
      return module.constant(Spv.SpvOpConstantNull, function.type(result));
    }
    int scalar = function.scalar(value);
    if (value instanceof Scalar.Specialized && says(SpirvOption.SPECIALIZED_CONSTANTS)) {
      if (!result.type().isVector()) {
        return module.constant(Spv.SpvOpSpecConstantComposite, function.type(result), scalar);
      }
      replicates();
      return module.constant(
          Spv.SpvOpSpecConstantCompositeReplicateEXT, function.type(result), scalar);
    }
    if (!(value instanceof Scalar.Literal) || result.rows().isPresent()) {
      return splat(result, scalar);
    }
    if (says(SpirvOption.REPLICATED_CONSTANTS)) {
      replicates();
      return module.constant(Spv.SpvOpConstantCompositeReplicateEXT, function.type(result), scalar);
    }
    return types.splat(result.type(), function.type(result), scalar);
  }

  private void replicates() {
    module.capability(Spv.SpvCapabilityReplicatedCompositesEXT);
  }

  int splat(Matrix like, int scalar) {
    MatrixType type = like.type();
    if (says(SpirvOption.REPLICATED) || type.isVector() && like.rows().isPresent()) {
      replicates();
      return code.value(Spv.SpvOpCompositeConstructReplicateEXT, function.type(like), scalar);
    }
    int[] components = new int[type.isVector() ? type.rows() : 1];
    Arrays.fill(components, scalar);
    return code.value(Spv.SpvOpCompositeConstruct, function.type(like), components);
  }

  private int converted(Matrix source, Matrix result, boolean saturated) {
    ComponentType from = source.type().component();
    ComponentType to = result.type().component();
    if (says(SpirvOption.SIGNED_WIDENING)
        && from.isInteger()
        && from.isSigned()
        && to.isInteger()
        && from.bits() < to.bits()) {
      return code.value(Spv.SpvOpSConvert, function.type(result), function.load(source));
    }
    return ComponentCode.convert(
        code, from, to, function.load(source), function.like(result), module, saturated);
  }

  /** Conversions of components change the use too; the width of integers must differ for one. */
  private int changed(Matrix source, Matrix result) {
    ComponentType from = source.type().component();
    ComponentType to = result.type().component();
    boolean isConverted =
        from != to && !(from.isInteger() && to.isInteger() && from.bits() == to.bits());
    if (isConverted) {
      return converted(source, result, false);
    }
    int value =
        code.value(
            Spv.SpvOpCooperativeMatrixConvertNV,
            function.like(result).applyAsInt(from),
            function.load(source));
    return ComponentCode.convert(code, from, to, value, function.like(result), module, false);
  }

  private int negated(Matrix matrix) {
    return code.value(
        ComponentCode.negate(matrix.type().component()),
        function.type(matrix),
        function.load(matrix));
  }

  private int combined(BinaryOperator operator, Matrix like, int left, int right) {
    return code.value(
        ComponentCode.opcode(operator, like.type().component()), function.type(like), left, right);
  }

  /** Integer vectors have no product with a scalar. */
  private int scaled(Scale op) {
    MatrixType type = op.result().type();
    int source = function.load(op.source());
    int factor = function.scalar(op.factor());
    if (type.isVector() && type.component().isInteger()) {
      return combined(BinaryOperator.MULTIPLY, op.result(), source, splat(op.result(), factor));
    }
    return code.value(
        type.isVector() ? Spv.SpvOpVectorTimesScalar : Spv.SpvOpMatrixTimesScalar,
        function.type(op.result()),
        source,
        factor);
  }

  private int reduced(Reduce op) {
    int mask =
        switch (op.direction()) {
          case ROW -> Spv.SpvCooperativeMatrixReduceRowMask;
          case COLUMN -> Spv.SpvCooperativeMatrixReduceColumnMask;
          case ALL ->
              Spv.SpvCooperativeMatrixReduceRowMask | Spv.SpvCooperativeMatrixReduceColumnMask;
          case QUADS -> Spv.SpvCooperativeMatrixReduce2x2Mask;
        };
    return code.value(
        Spv.SpvOpCooperativeMatrixReduceNV,
        function.type(op.result()),
        function.load(op.source()),
        mask,
        callbacks.of(op));
  }

  private int perElement(PerElement op) {
    int[] operands = {function.load(op.source()), callbacks.of(op)};
    if (op.function().takesOther()) {
      operands = joined(operands, function.load(op.other()));
    } else if (op.function().takesNumber()) {
      operands = joined(operands, function.index(op.number()));
    }
    return code.value(
        Spv.SpvOpCooperativeMatrixPerElementOpNV, function.type(op.result()), operands);
  }

  private void barrier(int semantics) {
    int workgroup = types.uint(Scope.WORKGROUP.value());
    code.add(Spv.SpvOpControlBarrier, workgroup, workgroup, types.uint(semantics));
  }

  private void eachComponent(EachComponent each) {
    Matrix result = each.result();
    function.each(
        types.uint(0),
        types.uint(1),
        () -> function.length(result),
        i -> component(result, each.value(), i));
    if (each.value() instanceof ComponentValue.Piecewise(Matrix matrix)) {
      second(result, matrix);
    }
  }

  private void component(Matrix result, ComponentValue value, int i) {
    ComponentType component = result.type().component();
    switch (value) {
      case ComponentValue.Same(Scalar scalar) ->
          function.storeComponent(result, i, function.scalar(scalar));
      case ComponentValue.Of(Matrix matrix) ->
          function.storeComponent(result, i, function.loadComponent(matrix, i));
      case ComponentValue.Piecewise(Matrix matrix) ->
          code.when(
              code.value(Spv.SpvOpINotEqual, types.bool(), i, types.uint(1)),
              () -> {
                int read = function.loadComponent(matrix, i);
                function.storeComponent(
                    result,
                    i,
                    component.hasArithmetic()
                        ? code.value(ComponentCode.negate(component), types.scalar(component), read)
                        : read);
              });
      case ComponentValue.Lesser(Matrix left, Matrix right) -> {
        int one = function.loadComponent(left, i);
        int other = function.loadComponent(right, i);
        int isLess = code.value(ComponentCode.less(component), types.bool(), one, other);
        function.storeComponent(
            result, i, code.value(Spv.SpvOpSelect, types.scalar(component), isLess, one, other));
      }
      case ComponentValue.Stepwise(var operator, Matrix left, Matrix right) -> {
        function.storeComponent(result, i, function.loadComponent(left, i));
        combine(operator, result, result, right, i);
      }
      case ComponentValue.Combined(var operator, Matrix left, Matrix right) ->
          combine(operator, result, left, right, i);
    }
  }

  private void combine(BinaryOperator operator, Matrix result, Matrix left, Matrix right, int i) {
    ComponentType component = result.type().component();
    int one = function.loadComponent(left, i);
    int other = function.loadComponent(right, i);
    function.storeComponent(
        result,
        i,
        code.value(ComponentCode.opcode(operator, component), types.scalar(component), one, other));
  }

  /** Component 1 of a matrix that is a value. */
  private void second(Matrix result, Matrix matrix) {
    ComponentType component = result.type().component();
    code.when(
        code.value(Spv.SpvOpUGreaterThan, types.bool(), function.length(result), types.uint(1)),
        () -> {
          int value = component.hasArithmetic() ? negated(matrix) : function.load(matrix);
          int taken = code.value(Spv.SpvOpCompositeExtract, types.scalar(component), value, 1);
          if (says(SpirvOption.INSERTED)) {
            int whole = function.load(result);
            function.store(
                result,
                code.value(Spv.SpvOpCompositeInsert, function.type(result), taken, whole, 1));
          } else {
            function.storeComponent(result, types.uint(1), taken);
          }
        });
  }

  private void writeLength(WriteLength op) {
    int place =
        function.add(function.index(op.element()), function.shared.numbers().ownElement(code));
    int length = code.value(Spv.SpvOpBitcast, types.sint(), function.length(op.matrix()));
    function.shared.memory().store(code, op.array(), function.element(op.array(), place), length);
  }

  private int inLines(Stage.StageLines lines, int i) {
    int length = types.uint(lines.length());
    int line = code.value(Spv.SpvOpUDiv, types.uint(), i, length);
    int within = code.value(Spv.SpvOpUMod, types.uint(), i, length);
    return function.add(function.times(line, types.uint(lines.pitch())), within);
  }

  private void stage(Stage op) {
    ProgramMemory memory = function.shared.memory();
    function.each(
        function.shared.numbers().localInvocation(code),
        types.uint(function.shared.program().localSize()),
        () -> function.index(op.count()),
        i -> {
          int place = op.lines().map(lines -> inLines(lines, i)).orElse(i);
          int from = function.add(function.index(op.fromElement()), place);
          int to = function.add(function.index(op.toElement()), i);
          int read = memory.load(code, op.from(), function.element(op.from(), from));
          memory.store(code, op.to(), function.element(op.to(), to), read);
        });
    barrier(SHARED);
  }

  private void choice(Switch op) {
    int selector = function.index(op.selector());
    int after = code.label();
    int otherwise = code.label();
    int[] ways = op.ways().stream().mapToInt(_ -> code.label()).toArray();
    int[] operands = {selector, otherwise};
    for (int way = 0; way < ways.length; way++) {
      operands = joined(operands, way, ways[way]);
    }
    code.add(Spv.SpvOpSelectionMerge, after, Spv.SpvSelectionControlMaskNone);
    code.add(Spv.SpvOpSwitch, operands);
    for (int way = 0; way < ways.length; way++) {
      code.begin(ways[way]);
      add(op.ways().get(way));
      code.branch(after);
    }
    code.begin(otherwise);
    add(op.otherwise());
    code.branch(after);
    code.begin(after);
  }

  private void phi(If op) {
    switch (op.then().getFirst()) {
      case Copy(Matrix result, Matrix source) -> {
        Matrix other = ((Copy) op.otherwise().getFirst()).source();
        int value =
            phi(op, function.type(result), () -> function.load(source), () -> function.load(other));
        if (says(SpirvOption.PHI_TAKEN)) {
          function.storeHeld(result, value);
        } else {
          function.store(result, value);
        }
      }
      case CopyGroup(Group result, Group source) -> {
        Group other = ((CopyGroup) op.otherwise().getFirst()).source();
        int value = phi(op, types.of(result), () -> whole(source), () -> whole(other));
        code.add(Spv.SpvOpStore, function.group(result), value);
      }
      default -> throw new IllegalStateException(op.toString());
    }
  }

  /** One of two values, each of which is made in its way, or both before. */
  private int phi(If op, int type, IntSupplier then, IntSupplier otherwise) {
    int condition = function.condition(op.condition());
    int yes = code.label();
    int no = code.label();
    int[] values = new int[2];
    Runnable one = () -> values[0] = then.getAsInt();
    Runnable other = () -> values[1] = otherwise.getAsInt();
    if (says(SpirvOption.PHI_LOADED)) {
      one.run();
      other.run();
      code.choose(condition, yes, no, () -> {}, () -> {});
    } else {
      code.choose(condition, yes, no, one, other);
    }
    return code.value(Spv.SpvOpPhi, type, values[0], yes, values[1], no);
  }

  private void mark(Mark op) {
    NumberCode numbers = function.shared.numbers();
    int below = function.index(op.below());
    code.when(
        code.value(Spv.SpvOpULessThan, types.bool(), numbers.own(code), below),
        () -> {
          int place = function.add(function.index(op.element()), numbers.ownElement(code));
          int value = function.add(function.index(op.value()), numbers.own(code));
          function
              .shared
              .memory()
              .store(code, op.array(), function.element(op.array(), place), value);
        });
  }

  /** Arguments go and come by variables of the call's own, but for values. */
  private void call(Call call) {
    List<Function.Parameter> parameters = call.function().parameters();
    int[] arguments = new int[parameters.size()];
    for (int i = 0; i < arguments.length; i++) {
      Matrix argument = call.arguments().get(i);
      Function.Direction direction = parameters.get(i).direction();
      if (direction == Function.Direction.CONST) {
        arguments[i] = function.load(argument);
      } else {
        arguments[i] = code.variable(function.type(argument), "param");
        if (direction.comesIn()) {
          code.add(Spv.SpvOpStore, arguments[i], function.load(argument));
        }
      }
    }
    int type = call.result().map(function::type).orElseGet(types::nothing);
    int result =
        code.value(
            Spv.SpvOpFunctionCall,
            type,
            joined(new int[] {functions.get(call.function())}, arguments));
    for (int i = 0; i < arguments.length; i++) {
      if (parameters.get(i).direction().goesOut()) {
        Matrix argument = call.arguments().get(i);
        function.store(argument, code.value(Spv.SpvOpLoad, function.type(argument), arguments[i]));
      }
    }
    call.result().ifPresent(matrix -> function.store(matrix, result));
  }
}
