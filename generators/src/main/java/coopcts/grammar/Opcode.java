// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A row of the instruction table.
 *
 * @param number of the instruction
 * @param name such as {@code OpLoad}
 * @param result the ids that it begins with
 * @param operands places of the operands, each with the first of its role; those behind one that
 *     may take several words are missing
 * @param capabilities numbers of those of which a module must declare one; none if it needs none
 * @param kind what it is for those who read modules
 * @param undef what undefined operands do
 */
public record Opcode(
    int number,
    String name,
    ResultForm result,
    Map<Role, Operand> operands,
    List<Integer> capabilities,
    OpcodeKind kind,
    UndefEffect undef) {

  /**
   * Where an operand stands.
   *
   * @param place index behind result type and result, from 0
   * @param isMany whether all operands from there on have the role
   */
  public record Operand(int place, boolean isMany) {}

  private static final SortedMap<Integer, Opcode> ALL = read();

  /** The same rows by their numbers, null for those that are missing. */
  private static final Opcode[] BY_NUMBER = new Opcode[ALL.lastKey() + 1];

  static {
    ALL.forEach((number, row) -> BY_NUMBER[number] = row);
  }

  /**
   * {@return the row of an instruction; for one that the table lacks, one with result type and
   * result, no operand and the name {@code opcode N}}
   *
   * @param number of the instruction, any number
   */
  public static Opcode of(int number) {
    Opcode known = number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    return known != null
        ? known
        : new Opcode(number, "opcode " + number, "typed", "-", "-", "-", "-");
  }

  /** {@return the rows of all instructions, by their numbers} */
  public static Collection<Opcode> all() {
    return Collections.unmodifiableCollection(ALL.values());
  }

  /**
   * {@return the row of the instruction with a name; empty where the table has none}
   *
   * @param name such as {@code OpLoad}
   */
  public static Optional<Opcode> named(String name) {
    return ALL.values().stream().filter(row -> row.name.equals(name)).findFirst();
  }

  private Opcode(
      int number,
      String name,
      String result,
      String operands,
      String capabilities,
      String kind,
      String undef) {
    this(
        number,
        name,
        constant(ResultForm.class, result),
        operands(operands),
        Arrays.stream(words(capabilities)).map(CapabilityNames::number).toList(),
        kind.equals("-") ? OpcodeKind.OTHER : constant(OpcodeKind.class, kind),
        undef(undef));
  }

  /**
   * {@return the index of an operand behind result type and result; of several, the first one's;
   * empty where the instruction has none of the role}
   *
   * @param role of the operand
   */
  public OptionalInt place(Role role) {
    Operand operand = operands.get(role);
    return operand == null ? OptionalInt.empty() : OptionalInt.of(operand.place);
  }

  /**
   * {@return the index of an operand's word in the whole instruction, whose word 0 has the opcode}
   *
   * @param role of the operand
   * @throws IllegalArgumentException if the instruction has none of the role
   */
  public int word(Role role) {
    return 1
        + result.words()
        + place(role).orElseThrow(() -> new IllegalArgumentException(name + " has no " + role));
  }

  private static <E extends Enum<E>> E constant(Class<E> all, String word) {
    return Enum.valueOf(all, word.toUpperCase(Locale.ROOT));
  }

  private static Map<Role, Operand> operands(String column) {
    Map<Role, Operand> places = new EnumMap<>(Role.class);
    int place = 0;
    for (String word : words(column)) {
      Role role = constant(Role.class, word.replaceAll("[?*]", ""));
      places.putIfAbsent(role, new Operand(place, word.endsWith("*")));
      if (role.hasManyWords()) {
        break;
      }
      place++;
    }
    return Collections.unmodifiableMap(places);
  }

  private static UndefEffect undef(String column) {
    UndefRule rule = UndefRule.DEFINED;
    Set<Role> addresses = EnumSet.noneOf(Role.class);
    Set<Role> stored = EnumSet.noneOf(Role.class);
    for (String word : words(column)) {
      switch (word.charAt(0)) {
        case '@' -> addresses.add(constant(Role.class, word.substring(1)));
        case '>' -> stored.add(constant(Role.class, word.substring(1)));
        default -> rule = constant(UndefRule.class, word);
      }
    }
    return new UndefEffect(rule, addresses, stored);
  }

  private static String[] words(String column) {
    return column.equals("-") ? new String[0] : column.split(" ");
  }

  private static SortedMap<Integer, Opcode> read() {
    SortedMap<Integer, Opcode> all = new TreeMap<>();
    for (String[] row : GrammarTable.rows("instructions.tsv")) {
      int number = Integer.parseInt(row[0]);
      all.put(number, new Opcode(number, "Op" + row[1], row[2], row[3], row[4], row[5], row[6]));
    }
    return all;
  }
}
