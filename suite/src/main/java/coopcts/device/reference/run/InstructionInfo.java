// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.Sizes;
import coopcts.device.reference.matrix.MemoryCircumstances;
import coopcts.device.reference.module.Definitions;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.TensorOperands;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.ComponentType;
import coopcts.model.Scope;
import java.util.Locale;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * What is known of a cooperative instruction before it is executed: its kind, the bins that it is
 * in each time, and where its operands stand.
 */
final class InstructionInfo {

  final Instruction i;
  final InstructionKind kind;

  /** The bins that each execution meets. */
  final long[] bins = new long[Bins.WORDS];

  /** The matrix type of the result or of what is stored; null for vectors and arrays. */
  Type.CooperativeMatrix matrix;

  /** The component type of the result or of what is stored. */
  Type component;

  /** Ids of the operands whose numbers are looked at, 0 where there is none. */
  int in;

  int with;
  int plus;

  /** Ids of a pointer, and of a byte offset and a stride, 0 where there is none. */
  int pointer;

  int offset;
  int stride;

  /** Ids of tensor layout and view. */
  int layout;

  int view;

  /**
   * Id of the variable or value whose component is read or written, and whether in an aggregate.
   */
  int held;

  Type aggregate;

  /** What tells it from others of its kind: type, size, and flags or layout. */
  String typed = "";

  String sized = "";
  String flagged = "";

  private final Module module;

  private InstructionInfo(Instruction i, InstructionKind kind, Module module) {
    this.i = i;
    this.kind = kind;
    this.module = module;
  }

  /** What is known of an instruction, or null if it is no cooperative one. */
  static InstructionInfo of(Instruction i, Module module) {
    InstructionKind kind = new InstructionClassifier(module).of(i);
    if (kind == null) {
      return null;
    }
    InstructionInfo standing = new InstructionInfo(i, kind, module);
    standing.note();
    return standing;
  }

  void put(String point, Object name) {
    Bins.put(bins, Bins.id(point, name));
  }

  private void note() {
    switch (kind) {
      case LOAD, STORE -> grid();
      case MUL_ADD -> product();
      case TENSOR_LOAD, DECODE, TENSOR_STORE -> tensor();
      case READ, WRITE -> component();
      case COPY -> stored();
      case FILL, VECTOR_FILL -> {
        in = i.operand(0);
        type(module.type(i.type()));
      }
      case CONVERT, VECTOR_CONVERT -> {
        in = i.operand(0);
        type(module.type(i.type()));
        put("from", module.typeOf(in).component().componentType());
      }
      case REDUCE -> reduction();
      case ELEMENT -> perElement();
      case VECTOR_LOAD, VECTOR_STORE, OUTER, SUM -> vectorMemory();
      case PRODUCT -> vectorProduct();
      case VECTOR_FUNCTION -> {
        in = i.operandIfAny(Role.ARGUMENTS);
        type(module.type(i.type()));
        InstructionClassifier.function(i).ifPresent(name -> put("function", name));
      }
      case VECTOR_ARITHMETIC -> {
        operands();
        put("operator", InstructionClassifier.operator(i));
      }
      case TO_ARRAYS -> {
        in = i.operand(Role.MATRIX);
        type(module.typeOf(in));
        component = module.type(i.type()).component();
      }
      default -> operands();
    }
    if (isPacking()) {
      put("form", "words");
    }
  }

  /** Whether arrays of elements of other widths are cast. */
  private boolean isPacking() {
    return switch (kind) {
      case BITCAST, OF_ARRAYS, TO_ARRAYS ->
          module.typeOf(in).component().size() != module.type(i.type()).component().size();
      default -> false;
    };
  }

  /** What is stored and its type, or the type of what is loaded. */
  private void stored() {
    in = i.type() == 0 ? i.operand(Role.OBJECT) : 0;
    type(in == 0 ? module.type(i.type()) : module.typeOf(in));
  }

  private void operands() {
    in = i.operand(0);
    with =
        InstructionKind.MUL_ADD != kind && i.count() > 1 && isValue(i.operand(1))
            ? i.operand(1)
            : 0;
    type(module.type(i.type()));
  }

  private boolean isValue(int id) {
    return kind != InstructionKind.SUB_ARRAY
        && kind != InstructionKind.OF_ARRAYS
        && kind != InstructionKind.TRANSPOSE
        && kind != InstructionKind.USE
        && module.definition(id) != null;
  }

  private void type(Type type) {
    component = type.component();
    if (type instanceof Type.CooperativeMatrix own) {
      matrix = own;
      put("use", own.use());
      put("scope", own.scope() == Scope.SUBGROUP ? "subgroup" : "workgroup");
      put("rows", Sizes.lines(own.rows()));
      put("columns", Sizes.lines(own.columns()));
      sized += own.rows() + "x" + own.columns() + own.use();
    } else if (!(type instanceof Type.Int || type instanceof Type.Float)) {
      lengths("length", type.count());
      sized += type.count();
    }
    ComponentType of = component.componentType();
    put("type", of);
    typed += of;
    if (kind.isOfInvocations() && InstructionKind.VECTOR_CONVERT.ordinal() >= kind.ordinal()) {
      put("stage", module.stage().toString());
    }
  }

  private void lengths(String point, int count) {
    if (Bins.of(kind).stream().anyMatch(bin -> bin.point().equals(point))) {
      put(point, Sizes.length(count));
      if (count % 4 != 0) {
        put(point, "odd");
      }
    }
  }

  private void grid() {
    pointer = i.operand(Role.POINTER);
    int layoutId = i.operand(Role.LAYOUT);
    stride = i.operandIfAny(Role.STRIDE);
    stored();
    long kindOf = module.constantBits(layoutId);
    put(
        "layout",
        kindOf == Spv.SpvCooperativeMatrixLayoutRowMajorKHR
            ? "row_major"
            : kindOf == Spv.SpvCooperativeMatrixLayoutColumnMajorKHR ? "column_major" : "blocks");
    flagged += kindOf;
    place();
    elementOfArray();
    MemoryCircumstances.of(i, layoutId, stride, matrix, module)
        .forEach(
            circumstance ->
                Bins.all().stream()
                    .filter(bin -> bin.kinds().contains(kind))
                    .filter(bin -> bin.name().equals(circumstance.name().toLowerCase(Locale.ROOT)))
                    .forEach(bin -> Bins.put(bins, bin.id())));
  }

  /** What the array in memory is made of. */
  private void elementOfArray() {
    Type pointee = module.pointee(pointer);
    int width = pointee instanceof Type.Vector vector ? vector.count() : 1;
    long bytes = pointee.component().size();
    if (width > 1) {
      put("element", width == 2 ? "pair" : "quad");
    } else if (bytes == component.size()) {
      put("element", "same_width");
    } else {
      put("element", bytes > component.size() ? "wider" : "narrower");
    }
  }

  private void perElement() {
    in = i.operand(Role.MATRIX);
    type(module.type(i.type()));
    int[] arguments = i.places(Role.ARGUMENTS).toArray();
    for (int at : arguments) {
      put("extra", module.typeOf(i.operand(at)).containsMatrix() ? "matrix" : "scalar");
    }
    if (arguments.length == 0) {
      put("extra", "none");
    }
  }

  /** Set and binding, or what has none. */
  private void place() {
    StorageClass storage = module.storage(pointer);
    switch (storage) {
      case WORKGROUP -> put("storage", "shared");
      case PHYSICAL_STORAGE_BUFFER -> put("storage", "physical");
      default -> {
        put("storage", "buffer");
        int root = root(pointer);
        int set = module.decoration(root, Spv.SpvDecorationDescriptorSet, 0);
        int binding = module.decoration(root, Spv.SpvDecorationBinding, 0);
        put("set", set == 0 ? "0" : "1_up");
        put("binding", binding < 4 ? "below_4" : binding < 8 ? "4_to_7" : "8_up");
      }
    }
    flagged += storage;
  }

  private int root(int id) {
    Instruction made = module.definition(id);
    while (made != null && made.kind() == OpcodeKind.CHAIN) {
      id = made.operand(Role.BASE);
      made = module.definition(id);
    }
    return id;
  }

  private void product() {
    in = i.operand(Role.A);
    with = i.operand(Role.B);
    plus = i.operand(Role.C);
    Type.CooperativeMatrix a = (Type.CooperativeMatrix) module.typeOf(in);
    Type.CooperativeMatrix c = (Type.CooperativeMatrix) module.typeOf(plus);
    type(module.type(i.type()));
    int operands = i.operandIfAny(Role.MATRIX_OPERANDS);
    put("from", signed(a.component(), (operands & 1) != 0));
    put("depth", Sizes.depth(a.columns()));
    if ((operands & 16) != 0) {
      put("flags", "saturating");
    }
    if (((operands & 1) != 0) != ((operands & 2) != 0)) {
      put("flags", "mixed_signs");
    }
    if (!c.component().equals(matrix.component())) {
      put("flags", "other_c");
    }
    if (a.component() instanceof Type.Int && (operands & 1) == 0 && (operands & 4) != 0) {
      put("flags", "signed_c");
    }
    flagged += operands;
    typed += a.component();
    sized += a.columns();
  }

  private static ComponentType signed(Type component, boolean isSigned) {
    ComponentType type = component.componentType();
    return type.isInteger() && type.isSigned() != isSigned ? type.otherSign() : type;
  }

  private void tensor() {
    pointer = i.operand(Role.POINTER);
    layout = i.operand(Role.TENSOR_LAYOUT);
    TensorOperands operands = TensorOperands.of(i);
    view = operands.view();
    stored();
    place();
    Type.TensorLayout of = (Type.TensorLayout) module.typeOf(layout);
    put("dimensions", of.dimensions());
    put("clamp", of.clamp().name().toLowerCase(Locale.ROOT));
    flagged += of.clamp() + "" + of.dimensions();
    if (view == 0) {
      put("view", "none");
    } else {
      Type.TensorView own = (Type.TensorView) module.typeOf(view);
      boolean turns = false;
      for (int at = 0; at < own.permutation().size(); at++) {
        turns |= own.permutation().get(at) != at;
      }
      put("view", turns ? "permuted" : "plain");
      if (own.hasDimensions()) {
        put("view", "own_dimensions");
      }
      if (own.dimensions() != of.dimensions()) {
        put("view", own.dimensions() < of.dimensions() ? "fewer" : "more");
      }
      flagged += own;
    }
    if (kind == InstructionKind.DECODE) {
      put("decoder", operands.decodeVector() == 0 ? "scalar" : "vector");
    }
  }

  private void component() {
    if (i.kind() == OpcodeKind.EXTRACT) {
      held = i.operand(Role.COMPOSITE);
      type(module.typeOf(held));
      return;
    }
    Instruction chain = module.definition(i.operand(Role.POINTER));
    type(InstructionClassifier.holder(chain, module));
    held = chain.operand(Role.BASE);
    if (chain.count() > 2) {
      aggregate = module.pointee(held);
    }
    in = kind == InstructionKind.WRITE ? i.operand(Role.OBJECT) : 0;
  }

  private void reduction() {
    in = i.operand(Role.MATRIX);
    int over = i.operand(Role.REDUCE);
    type(module.type(i.type()));
    put(
        "over",
        switch (over) {
          case Spv.SpvCooperativeMatrixReduceRowMask -> "row";
          case Spv.SpvCooperativeMatrixReduceColumnMask -> "column";
          case Spv.SpvCooperativeMatrixReduce2x2Mask -> "quads";
          default -> "all";
        });
    Definitions all = module.definitions();
    int function = i.operand(Role.FUNCTION);
    put(
        "by",
        calls(all, function, Set.of(37, 38, 39, 79))
            ? "minimum"
            : calls(all, function, Set.of(40, 41, 42, 80))
                ? "maximum"
                : all.contains(function, own -> own.kind() == OpcodeKind.MULTIPLY)
                    ? "multiply"
                    : all.contains(function, own -> own.kind() == OpcodeKind.ADD)
                        ? "add"
                        : "other");
    flagged += over;
  }

  private static boolean calls(Definitions all, int function, Set<Integer> extended) {
    return all.contains(
        function,
        own ->
            own.kind() == OpcodeKind.EXTENDED && extended.contains(own.operand(Role.INSTRUCTION)));
  }

  private void vectorMemory() {
    pointer = i.operand(Role.POINTER);
    offset = i.operand(Role.OFFSET);
    switch (kind) {
      case OUTER -> {
        in = i.operand(Role.A);
        with = i.operand(Role.B);
        type(module.typeOf(in));
        lengths("lines", module.typeOf(with).count());
        flagged += module.constantBits(i.operand(Role.MATRIX_INTERPRETATION));
      }
      case SUM -> {
        in = i.operand(Role.VECTOR);
        type(module.typeOf(in));
      }
      default -> stored();
    }
    place();
  }

  private void vectorProduct() {
    boolean biased = i.operandIfAny(Role.BIAS) != 0;
    in = i.operand(Role.INPUT);
    pointer = i.operand(Role.MATRIX);
    offset = i.operand(Role.OFFSET);
    type(module.type(i.type()));
    place();
    ComponentType interpretation =
        ComponentType.ofVulkan((int) module.constantBits(i.operand(Role.INPUT_INTERPRETATION)))
            .orElseThrow();
    put("from", interpretation.unpacked());
    if (interpretation.kind() == ComponentType.NumberKind.PACKED) {
      put("form", "packed");
    }
    if (biased) {
      put("form", "bias");
    }
    long columns = module.constantBits(i.operand(Role.COLUMNS));
    lengths("lines", (int) columns);
    long order = module.constantBits(i.operand(Role.LAYOUT));
    put(
        "layout",
        new String[] {"row_major", "column_major", "inferencing_optimal", "training_optimal"}
            [(int) order]);
    if (module.constantBits(i.operand(Role.TRANSPOSE)) != 0) {
      put("form", "transposed");
    }
    if (order < 2 && i.operandIfAny(Role.STRIDE) != 0) {
      put("form", "stride");
    }
    if (module.definitions().isInPlace(i, 0)) {
      put("form", "in_place");
    }
    typed += interpretation;
    sized += columns;
    flagged += order + "" + biased;
  }
}
