// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The members of a shader's block of push constants, read from its GLSL source. */
public final class PushMembers {

  private static final Pattern BLOCK =
      Pattern.compile(
          "layout\\(push_constant[^)]*\\)\\s*uniform\\s+\\w+\\s*\\{([^}]*)\\}\\s*(\\w*)");
  private static final Pattern MEMBER = Pattern.compile("\\b(uint|int|float)\\s+(\\w+)\\s*;");

  private PushMembers() {}

  /**
   * One member of four bytes.
   *
   * @param text how GLSL names it
   */
  record Member(String text, String type, int offset) {

    /** Its value as GLSL writes it. */
    String literal(byte[] push) {
      long bits = LittleEndian.get(push, offset, 4);
      return switch (type) {
        case "float" -> FloatFormat.FLOAT32.show(bits);
        case "int" -> Integer.toString((int) bits);
        default -> bits + "u";
      };
    }
  }

  /** The members; none where the block holds anything but numbers of four bytes. */
  static List<Member> of(String glsl) {
    Matcher block = BLOCK.matcher(glsl);
    List<Member> members = new ArrayList<>();
    if (block.find()) {
      String instance = block.group(2);
      long all = block.group(1).chars().filter(c -> c == ';').count();
      Matcher member = MEMBER.matcher(block.group(1));
      while (member.find()) {
        members.add(
            new Member(
                (instance.isEmpty() ? "" : instance + ".") + member.group(2),
                member.group(1),
                4 * members.size()));
      }
      if (members.size() != all) {
        return List.of();
      }
    }
    return members;
  }

  /**
   * {@return the push constants for a reader: {@code name=value} for each member, joined by commas;
   * their bytes as hexadecimal digits if the source has members other than {@code uint}, {@code
   * int} and {@code float}, or fewer bytes are given than it has members}
   *
   * @param glsl the shader's source
   * @param push their bytes, four to a member, little-endian
   */
  public static String show(String glsl, byte[] push) {
    List<Member> members = of(glsl);
    if (members.isEmpty() || 4 * members.size() > push.length) {
      return HexFormat.of().formatHex(push);
    }
    return String.join(
        ", ",
        members.stream()
            .map(
                member ->
                    member.text().replaceFirst("^\\w+\\.", "")
                        + "="
                        + member.literal(push).replaceFirst("u$", ""))
            .toList());
  }
}
