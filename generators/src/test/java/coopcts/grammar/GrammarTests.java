// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.testng.annotations.Test;

/** The instruction table says of each instruction what the grammar of SPIR-V says. */
public final class GrammarTests {

  /** Kinds and names of the grammar, with the role of what is called so. */
  private static Map<String, String> roles() {
    Map<String, String> roles = new HashMap<>();
    for (String[] row : GrammarTable.rows("roles.tsv")) {
      for (String name : Arrays.copyOfRange(row, 1, row.length)) {
        assertEquals(roles.put(name, row[0]), null, name);
      }
    }
    return roles;
  }

  /** What the first five columns of an instruction's row have to be. */
  private static String row(String[] grammar, String name, Map<String, String> roles) {
    List<String> words = new ArrayList<>();
    int ids = 0;
    for (String operand : Arrays.copyOfRange(grammar, 3, grammar.length)) {
      String[] parts = operand.split(":", 2);
      String kind = parts[0].replaceAll("[?*]", "");
      if (kind.equals("IdResult") || kind.equals("IdResultType")) {
        ids++;
        continue;
      }
      String otherwise =
          roles.getOrDefault(
              parts.length == 1 ? "" : parts[1], kind.startsWith("Id") ? "id" : "literal");
      words.add(roles.getOrDefault(kind, otherwise) + parts[0].substring(kind.length()));
    }
    return String.join(
        "\t",
        grammar[0],
        name,
        ResultForm.values()[ids].name().toLowerCase(Locale.ROOT),
        words.isEmpty() ? "-" : String.join(" ", words),
        grammar[2]);
  }

  @Test
  public void tableIsOfTheGrammar() {
    Map<String, String> roles = roles();
    Map<String, String> names = new HashMap<>();
    Map<String, String> table = new LinkedHashMap<>();
    for (String[] row : GrammarTable.rows("instructions.tsv")) {
      assertEquals(row.length, 7, row[1]);
      names.put(row[0], row[1]);
      assertEquals(
          table.put(row[0], String.join("\t", Arrays.copyOf(row, 5))), null, "twice: " + row[0]);
    }
    Map<String, String> wanted = new LinkedHashMap<>();
    for (String[] row : GrammarTable.rows("grammar.tsv")) {
      List<String> own = List.of(row[1].split(" "));
      String name = names.getOrDefault(row[0], own.getFirst());
      wanted.put(row[0], row(row, own.contains(name) ? name : own.getFirst(), roles));
    }
    assertEquals(String.join("\n", table.values()), String.join("\n", wanted.values()));
    assertTrue(table.size() > 800, table.size() + " instructions");
  }

  @Test
  public void capabilitiesAreOfTheGrammar() {
    Map<Integer, Set<String>> wanted = new TreeMap<>();
    for (String[] row : GrammarTable.rows("grammar-capabilities.tsv")) {
      wanted
          .computeIfAbsent(Integer.parseInt(row[0]), _ -> new TreeSet<>())
          .addAll(List.of(row[1].split(" ")));
    }
    Map<Integer, Set<String>> table = new TreeMap<>();
    for (String[] row : GrammarTable.rows("capabilities.tsv")) {
      table.put(Integer.parseInt(row[0]), new TreeSet<>(List.of(row[1].split(" "))));
    }
    assertEquals(table.toString(), wanted.toString());
    assertEquals(CapabilityNames.of(9), "Float16");
    assertEquals(Opcode.of(5293).capabilities(), List.of(5429, 5431));
  }

  @Test
  public void undefinedOperandsAreOperands() {
    for (String[] row : GrammarTable.rows("instructions.tsv")) {
      Opcode opcode = Opcode.of(Integer.parseInt(row[0]));
      UndefEffect undef = opcode.undef();
      Set<Role> roles = opcode.operands().keySet();
      assertTrue(roles.containsAll(undef.addresses()), row[1] + ": " + undef);
      assertTrue(roles.containsAll(undef.stored()), row[1] + ": " + undef);
      if (undef.rule() == UndefRule.THROUGH) {
        assertEquals(opcode.result(), ResultForm.TYPED, row[1]);
        assertTrue(!roles.isEmpty() && !row[3].contains("literal"), row[1] + ": " + row[3]);
      }
    }
  }

  @Test
  public void rowsAreReadAsTheyStand() {
    Opcode store = Opcode.of(4458);
    assertEquals(store.name(), "OpCooperativeMatrixStoreKHR");
    assertEquals(store.kind(), OpcodeKind.MATRIX_STORE);
    assertEquals(store.place(Role.STRIDE).getAsInt(), 3);
    assertEquals(store.word(Role.STRIDE), 4);
    assertTrue(store.place(Role.A).isEmpty());
    assertEquals(store.undef().addresses(), Set.of(Role.POINTER, Role.LAYOUT, Role.STRIDE));
    assertEquals(Opcode.of(4457).word(Role.STRIDE), 5);
    Opcode chain = Opcode.of(65);
    assertEquals(chain.operands().get(Role.INDEXES), new Opcode.Operand(1, true));
    // What is behind the words of memory operands has no fixed place.
    assertTrue(Opcode.of(5367).place(Role.MEMORY_OPERANDS).isPresent());
    assertTrue(Opcode.of(5367).place(Role.TENSOR_OPERANDS).isEmpty());
    Opcode unknown = Opcode.of(99_999);
    assertEquals(unknown.name(), "opcode 99999");
    assertEquals(unknown.result(), ResultForm.TYPED);
    assertEquals(unknown.kind(), OpcodeKind.OTHER);
  }
}
