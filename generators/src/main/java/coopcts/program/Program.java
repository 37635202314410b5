// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.Scope;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cooperative program: one compute shader, before it has a language.
 *
 * <p>Buffers are bound to set 0 in the order of {@link #bound()}; push constants lie in the order
 * of {@link #pushConstants()}, four bytes each. The constructor checks the typing rules, so that a
 * Program that exists can be written.
 *
 * @param scope the scope of its matrices
 * @param instances scope instances in one workgroup
 * @param instanceSize invocations of a scope instance: of a subgroup on the device that it is made
 *     for, or of a workgroup
 * @param arrays what it declares in memory, in order of binding
 * @param body operations of {@code main}, in order
 * @param control the execution mode of float controls that it has, if it has one
 */
public record Program(
    Scope scope,
    int instances,
    int instanceSize,
    List<Array> arrays,
    List<Operation> body,
    Optional<FloatMode> control) {

  /**
   * Copies the lists and checks all rules.
   *
   * @param scope the scope of its matrices
   * @param instances scope instances in one workgroup
   * @param instanceSize invocations of a scope instance: of a subgroup on the device that it is
   *     made for, or of a workgroup
   * @param arrays what it declares in memory, in order of binding
   * @param body operations of {@code main}, in order
   * @param control the execution mode of float controls, or empty; null counts as empty
   * @throws IllegalArgumentException if it is no legal program, or one without instances
   */
  public Program {
    if (instances < 1) {
      throw new IllegalArgumentException("a workgroup has at least one instance");
    }
    arrays = List.copyOf(arrays);
    body = List.copyOf(body);
    control = control == null ? Optional.empty() : control;
    new Typing(scope, arrays).check(body);
    new Flow(scope, instances).check(body);
  }

  /**
   * A program without an execution mode of float controls.
   *
   * @param scope the scope of its matrices
   * @param instances scope instances in one workgroup
   * @param instanceSize invocations of a scope instance
   * @param arrays what it declares in memory, in order of binding
   * @param body operations of {@code main}, in order
   * @throws IllegalArgumentException if it is no legal program, or one without instances
   */
  public Program(
      Scope scope, int instances, int instanceSize, List<Array> arrays, List<Operation> body) {
    this(scope, instances, instanceSize, arrays, body, Optional.empty());
  }

  /** {@return the number of invocations of a workgroup, all along x: instances × instanceSize} */
  public int localSize() {
    return instances * instanceSize;
  }

  /**
   * {@return the arrays in buffers, bound or reached by an address, in the order of {@link
   * #arrays}} Arrays in shared memory are left out.
   */
  public List<Array> buffers() {
    return arrays.stream().filter(Array::isBuffer).toList();
  }

  /** {@return the arrays in bound buffers; an array's index here is its binding in set 0} */
  public List<Array> bound() {
    return arrays.stream().filter(array -> array.storage() == Array.Storage.BUFFER).toList();
  }

  /**
   * {@return the arrays that the shader reaches by their addresses, in the order of {@link
   * #arrays}} The shader reads these addresses, 8 bytes each and in this order, from a buffer bound
   * behind all others.
   */
  public List<Array> addressed() {
    return arrays.stream().filter(array -> array.storage() == Array.Storage.ADDRESSED).toList();
  }

  /**
   * Whether the program has both matrices of subgroups and cooperative vectors. Each workgroup of
   * such a program is one subgroup.
   *
   * @return false for programs with only one of the two
   */
  public boolean isMixed() {
    return scope == Scope.INVOCATION
        && (matrices().stream().anyMatch(matrix -> !matrix.type().isVector())
            || groups().stream()
                .flatMap(group -> group.members().stream())
                .anyMatch(type -> !type.isVector()));
  }

  /**
   * {@return all matrix variables, those of called functions and their parameters included} Those
   * of {@link #body} come first, in the order in which they occur. The set is the caller's.
   */
  public Set<Matrix> matrices() {
    Set<Matrix> matrices = new LinkedHashSet<>();
    Walk.operations(body, operation -> matrices.addAll(Walk.matrices(operation)));
    functions().forEach(function -> function.parameters().forEach(p -> matrices.add(p.matrix())));
    return matrices;
  }

  /**
   * {@return the functions that the program calls, directly or not, each behind those that it calls
   * itself: the order in which GLSL declares them} The set is the caller's.
   */
  public Set<Function> functions() {
    return Walk.functions(body);
  }

  /**
   * {@return all variables that hold several matrices, those of called functions included, in the
   * order in which they first occur} The set is the caller's.
   */
  public Set<Group> groups() {
    Set<Group> groups = new LinkedHashSet<>();
    Walk.operations(body, operation -> groups.addAll(Walk.groups(operation)));
    return groups;
  }

  /**
   * {@return the names of the push constants in order of first appearance, each with its offset in
   * bytes from 0, 4 bytes apart} The map is empty for a program without push constants, and the
   * caller's.
   */
  public Map<String, Integer> pushConstants() {
    Map<String, Integer> offsets = new LinkedHashMap<>();
    Walk.indices(
        body,
        index -> {
          if (index instanceof Index.Push push) {
            offsets.putIfAbsent(push.name(), 4 * offsets.size());
          }
        });
    return offsets;
  }

  /**
   * {@return the specialization constants by their {@code constant_id}} The map is empty for a
   * program without any, and the caller's.
   */
  public SortedMap<Integer, Constant> constants() {
    SortedMap<Integer, Constant> constants = new TreeMap<>();
    Walk.constants(body, constant -> constants.put(constant.id(), constant));
    return constants;
  }
}
