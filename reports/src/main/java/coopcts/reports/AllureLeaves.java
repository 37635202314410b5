// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the trees and lists of an Allure report say of each case, once. A leaf of a tree that can be
 * made again from this table becomes a number; any other stays as it is.
 */
final class AllureLeaves {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String PARENT = "parentUid";

  /** Members of an entry in a list of all cases. */
  private static final List<String> LISTED = List.of("uid", "name", "time", "status", "severity");

  /** Members that a case's own file has from its leaf. */
  private static final List<String> SHARED =
      List.of(
          "name",
          "uid",
          "time",
          "status",
          "flaky",
          "newFailed",
          "newBroken",
          "newPassed",
          "retriesCount",
          "retriesStatusChange");

  /** Members of a case's own file that Allure's page does not read. */
  private static final List<String> UNREAD =
      List.of("historyId", "source", "description", "parameterValues");

  /** Members that a case's stage has from the case; a stage without the first has them all. */
  private static final List<String> OF_STAGE = List.of("status", "statusMessage", "statusTrace");

  private static final String PARAMETERS = "parameters";

  private static final String CASES = "test-cases";
  private static final String ENDING = ".json";

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<ObjectNode> leaves = new ArrayList<>();
  private final List<String> severities = new ArrayList<>();

  /**
   * @param list a list of all cases with their severities
   * @param tree a tree of all cases
   */
  AllureLeaves(Path list, Path tree) throws IOException {
    Map<String, String> severity = new HashMap<>();
    JSON.readTree(Files.readAllBytes(list))
        .forEach(
            entry ->
                severity.put(entry.path("uid").asString(""), entry.path("severity").asString("")));
    collect(JSON.readTree(Files.readAllBytes(tree)), severity);
  }

  private void collect(JsonNode node, Map<String, String> severity) {
    if (node.has("children")) {
      node.path("children").forEach(child -> collect(child, severity));
    } else if (node instanceof ObjectNode leaf) {
      String uid = leaf.path("uid").asString("");
      leaf.remove(PARENT);
      numbers.put(uid, leaves.size());
      leaves.add(leaf);
      severities.add(severity.getOrDefault(uid, ""));
    }
  }

  int size() {
    return leaves.size();
  }

  /** The file of a case in a report's folder. */
  Path file(Path report, int leaf) {
    return report
        .resolve("data")
        .resolve(CASES)
        .resolve(leaves.get(leaf).path("uid").asString("") + ENDING);
  }

  /** Whether a file is that of a case in the table; tries before the last are in no tree. */
  boolean has(Path file) {
    String name = file.getFileName().toString();
    return file.getParent().endsWith(CASES)
        && numbers.containsKey(name.substring(0, name.length() - ENDING.length()));
  }

  /** What a case's own file says beside its leaf. */
  ObjectNode shortened(int leaf, byte[] content) {
    ObjectNode own = (ObjectNode) JSON.readTree(content);
    own.remove(UNREAD);
    if (own.path("testStage") instanceof ObjectNode stage) {
      stage.remove("description");
      if (stage.deepCopy().retain(OF_STAGE).equals(own.deepCopy().retain(OF_STAGE))) {
        stage.remove(OF_STAGE);
      }
    }
    if (own.path("fullName").equals(own.path("name"))) {
      own.remove("fullName");
    }
    for (String member : SHARED) {
      if (own.path(member).equals(leaves.get(leaf).path(member))) {
        own.remove(member);
      }
    }
    return own;
  }

  /** The parameters of each case, which trees show. */
  List<JsonNode> parameters() {
    return leaves.stream().map(leaf -> leaf.path(PARAMETERS)).toList();
  }

  /** The table: {@code rests}, each once, and a row a case, but for {@link #parameters}. */
  Map<String, Object> table() {
    Map<ObjectNode, Integer> rests = new LinkedHashMap<>();
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < leaves.size(); i++) {
      ObjectNode rest = leaves.get(i).deepCopy();
      JsonNode time = rest.remove("time");
      JsonNode name = rest.remove("name");
      JsonNode uid = rest.remove("uid");
      rest.remove(PARAMETERS);
      rest.put("severity", severities.get(i));
      rows.add(List.of(name, uid, time, rests.computeIfAbsent(rest, _ -> rests.size())));
    }
    return Map.of("rests", rests.keySet(), "rows", rows);
  }

  /** A tree or list with numbers in place of leaves. */
  JsonNode shortened(byte[] content) {
    JsonNode root = JSON.readTree(content);
    if (root instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        Integer number = numbers.get(list.get(i).path("uid").asString(""));
        if (number != null && list.get(i).equals(listed(number))) {
          list.set(i, number);
        }
      }
    } else {
      shorten(root);
    }
    return root;
  }

  private void shorten(JsonNode group) {
    if (!(group.path("children") instanceof ArrayNode children)) {
      return;
    }
    for (int i = 0; i < children.size(); i++) {
      JsonNode child = children.get(i);
      Integer number = numbers.get(child.path("uid").asString(""));
      if (number == null) {
        shorten(child);
      } else if (child.equals(below(number, group.path("uid")))) {
        children.set(i, number);
      }
    }
  }

  /** A leaf as it stands below a group of a tree. */
  private JsonNode below(int number, JsonNode group) {
    return leaves.get(number).deepCopy().set(PARENT, group);
  }

  /** A leaf as it stands in a list of all cases. */
  private JsonNode listed(int number) {
    ObjectNode entry = leaves.get(number).deepCopy();
    entry.put("severity", severities.get(number));
    return entry.retain(LISTED);
  }
}
