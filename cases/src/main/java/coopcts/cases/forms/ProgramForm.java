// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.program.Array;
import coopcts.program.Condition;
import coopcts.program.Function;
import coopcts.program.Function.Direction;
import coopcts.program.Function.Parameter;
import coopcts.program.Group;
import coopcts.program.Group.GroupKind;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How an operation stands in a program, in which each instance does it on two sets of data. */
enum ProgramForm {
  /** Every second instance does it; the others keep what they had. */
  BRANCH("KHR-UNIF-002", "CV-LD-004") {
    @Override
    List<Operation> body(Work work) {
      return twice(
          work,
          of -> {
            List<Operation> body = new ArrayList<>();
            of.result().ifPresent(result -> body.add(filled(result)));
            body.add(new Operation.If(SOME, of.work(), List.of()));
            return body;
          });
    }
  },
  /** Two turns of a loop. */
  LOOP("KHR-UNIF-002", "CV-TYPE-004") {
    @Override
    List<Operation> body(Work work) {
      Variables of = Variables.named(work, "", new Index.Counter("turn"));
      return List.of(new Operation.Repeat("turn", Index.push("two"), of.all()));
    }
  },
  /** Twice in main. */
  SECOND("KHR-TYPE-008", "CV-TYPE-004"),
  /** Operands out of arrays, results out of one. */
  ARRAY("KHR-TYPE-013", "CV-TYPE-004") {
    @Override
    List<Operation> body(Work work) {
      List<Group> held = new ArrayList<>();
      work.types()
          .forEach(
              type ->
                  held.add(new Group("held" + held.size(), GroupKind.ARRAY, List.of(type, type))));
      return grouped(
          work,
          GroupKind.ARRAY,
          (n, k) -> new Member(held.get(k), n == 0 ? Index.of(0) : Index.push("one")));
    }
  },
  /** Operands out of structures, results out of one. */
  STRUCTURE("KHR-TYPE-013", "CV-TYPE-004") {
    @Override
    List<Operation> body(Work work) {
      return grouped(
          work,
          GroupKind.STRUCTURE,
          (n, k) ->
              new Member(new Group("held" + n, GroupKind.STRUCTURE, work.types()), Index.of(k)));
    }
  },
  /** Operands and results by parameters of each direction. */
  PARAMETER("KHR-UNIF-005", "CV-TYPE-004") {
    @Override
    List<Operation> body(Work work) {
      return twice(
          work,
          of -> {
            boolean isFirst = of.n().equals(Index.of(0));
            Variables own = Variables.named(work, isFirst ? "in" : "inout", of.n());
            List<Parameter> parameters = new ArrayList<>();
            Direction given = isFirst ? Direction.IN : Direction.CONST;
            own.operands().forEach(one -> parameters.add(new Parameter(one, given)));
            Direction taken = isFirst ? Direction.OUT : Direction.INOUT;
            own.result().ifPresent(one -> parameters.add(new Parameter(one, taken)));
            Function worked =
                new Function(
                    isFirst ? "first" : "second", parameters, own.work(), Optional.empty());
            List<Matrix> arguments = new ArrayList<>(of.operands());
            of.result().ifPresent(arguments::add);
            List<Operation> body = new ArrayList<>();
            of.result().filter(_ -> !isFirst).ifPresent(result -> body.add(filled(result)));
            body.add(new Operation.Call(worked, arguments, Optional.empty()));
            return body;
          });
    }
  },
  /** The first result is a function's; the second work's operands are what functions return. */
  RESULT("KHR-UNIF-005", "CV-TYPE-004") {
    @Override
    List<Operation> body(Work work) {
      return twice(
          work,
          of -> {
            boolean isFirst = of.n().equals(Index.of(0));
            return of.result().isPresent() && (isFirst || of.operands().isEmpty())
                ? returning(of, isFirst ? "first" : "second")
                : returned(of);
          });
    }
  },
  /** Its memory by addresses. */
  REFERENCE("KHR-LOAD-010", "CV-LD-003") {
    @Override
    Array reached(Array array) {
      return array.addressed();
    }
  },
  /** Its memory behind so much that 16 bits do not count it. */
  FAR("KHR-LOAD-003", "CV-LD-001") {
    @Override
    int before() {
      return 1 << 16;
    }
  },
  /** Its memory in arrays of another type. */
  OTHER_SCALAR("KHR-LOAD-012", "CV-LD-002") {
    @Override
    Array reached(Array array) {
      ComponentType other =
          array.pointee().component() == ComponentType.UINT32
              ? ComponentType.FLOAT32
              : ComponentType.UINT32;
      return new Array(
          array.name(), Pointee.scalar(other), array.storage(), array.length(), array.access());
    }
  };

  /** Every second instance: subgroups for matrices, invocations for vectors. */
  private static final Condition SOME =
      new Condition(new Index.Instance().modulo(2), Condition.Comparison.EQUAL, Index.of(1));

  private final String ofMatrices;
  private final String ofVectors;

  ProgramForm(String ofMatrices, String ofVectors) {
    this.ofMatrices = ofMatrices;
    this.ofVectors = ofVectors;
  }

  /** What the form is about. */
  String check(boolean isOfVectors) {
    return isOfVectors ? ofVectors : ofMatrices;
  }

  /** What {@code main} does: both works, one behind the other. */
  List<Operation> body(Work work) {
    return twice(work, Variables::work);
  }

  /** How the memory is declared that the operation reaches itself. */
  Array reached(Array array) {
    return array;
  }

  /**
   * What lies in the arrays that the operation reaches itself before all else, in what places in
   * them are counted in.
   */
  int before() {
    return 0;
  }

  /** Whether it is about memory. */
  boolean isOfMemory() {
    return this == REFERENCE || this == FAR || this == OTHER_SCALAR;
  }

  /** A work's operations. */
  private interface Doing {
    List<Operation> of(Variables variables);
  }

  /** A member of a group. */
  private record Member(Group group, Index at) {}

  /** Where an operand is held. */
  private interface Holding {
    Member of(int n, int k);
  }

  static Operation filled(Matrix matrix) {
    ComponentType component = matrix.type().component();
    return new Operation.Fill(
        matrix, new Scalar.Literal(component, InputPatterns.encode(component, 1)));
  }

  private static List<Operation> twice(Work work, Doing doing) {
    List<Variables> both = both(work, "");
    List<Operation> body = new ArrayList<>();
    both.forEach(of -> body.addAll(of.loads()));
    both.forEach(of -> body.addAll(doing.of(of)));
    both.forEach(of -> body.addAll(of.stores()));
    return body;
  }

  private static List<Variables> both(Work work, String end) {
    return Stream.of(0, 1).map(n -> Variables.named(work, n + end, Index.of(n))).toList();
  }

  private static List<Operation> grouped(Work work, GroupKind kind, Holding holding) {
    List<Variables> both = both(work, "");
    List<Variables> got = both(work, "got");
    List<Operation> body = new ArrayList<>();
    both.forEach(of -> body.addAll(of.loads()));
    List<Operation> gets = new ArrayList<>();
    for (int n = 0; n < both.size(); n++) {
      for (int k = 0; k < work.operands().size(); k++) {
        Member member = holding.of(n, k);
        body.add(new Operation.Put(member.group, member.at, both.get(n).operands().get(k)));
        gets.add(new Operation.Get(got.get(n).operands().get(k), member.group, member.at));
      }
    }
    body.addAll(gets);
    got.forEach(of -> body.addAll(of.work()));
    work.result()
        .map(tiles -> new Group("kept", kind, Collections.nCopies(Tiles.EACH, tiles.type())))
        .ifPresent(
            kept -> {
              for (int n = 0; n < both.size(); n++) {
                body.add(new Operation.Put(kept, Index.of(n), got.get(n).result().orElseThrow()));
              }
              for (int n = 0; n < both.size(); n++) {
                body.add(new Operation.Get(both.get(n).result().orElseThrow(), kept, Index.of(n)));
              }
            });
    both.forEach(of -> body.addAll(of.stores()));
    return body;
  }

  private static List<Operation> returning(Variables of, String name) {
    Variables own = Variables.named(of.of(), name, of.n());
    Function worked =
        new Function(
            name,
            own.operands().stream().map(one -> new Parameter(one, Direction.IN)).toList(),
            own.work(),
            own.result());
    return List.of(new Operation.Call(worked, of.operands(), of.result()));
  }

  private static List<Operation> returned(Variables of) {
    Variables got =
        new Variables(
            of.of(),
            Variables.named(of.of(), "got" + at(of), of.n()).operands(),
            of.result(),
            of.n());
    List<Operation> body = new ArrayList<>();
    for (int k = 0; k < of.operands().size(); k++) {
      Matrix x = new Matrix("x", of.operands().get(k).type());
      Matrix y = new Matrix("y", x.type());
      Function given =
          new Function(
              "given" + k + at(of),
              List.of(new Parameter(x, Direction.IN)),
              List.of(new Operation.Copy(y, x)),
              Optional.of(y));
      body.add(
          new Operation.Call(
              given, List.of(of.operands().get(k)), Optional.of(got.operands().get(k))));
    }
    body.addAll(got.work());
    return body;
  }

  private static String at(Variables of) {
    return of.n().equals(Index.of(0)) ? "0" : "1";
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
