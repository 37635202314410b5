// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Every element of some grids as lines of comma-separated values. */
public final class ElementTable {

  private ElementTable() {}

  static String csv(List<MismatchGrid> looks) {
    StringBuilder out =
        new StringBuilder(
            "buffer,instance,row,column,offset,state,expected,expected_bits,actual,actual_bits,"
                + "units,value_of_row,value_of_column\n");
    for (MismatchGrid look : looks) {
      for (int i = 0; i < look.size(); i++) {
        if (look.grid().has(i)) {
          line(out, look, i);
        }
      }
    }
    return out.toString();
  }

  private static void line(StringBuilder out, MismatchGrid look, int i) {
    var grid = look.grid();
    int digits = grid.format().bits() / 4;
    int source = look.source(i);
    out.append(grid.name())
        .append(',')
        .append(grid.isMatrix() ? grid.instance() : "")
        .append(',')
        .append(i / grid.columns())
        .append(',')
        .append(i % grid.columns())
        .append(',')
        .append(grid.offsets()[i])
        .append(',')
        .append(look.at(i).name().toLowerCase(Locale.ROOT))
        .append(",\"")
        .append(grid.accepted()[i].show(grid.format()))
        .append("\",0x")
        .append(HexFormat.of().toHexDigits(grid.expected()[i], digits))
        .append(',')
        .append(grid.format().show(grid.actual()[i]))
        .append(",0x")
        .append(HexFormat.of().toHexDigits(grid.actual()[i], digits))
        .append(',')
        .append(look.at(i).isWrong() ? units(look.units(i)) : "")
        .append(',')
        .append(source < 0 ? "" : source / grid.columns())
        .append(',')
        .append(source < 0 ? "" : source % grid.columns())
        .append('\n');
  }

  private static String units(double units) {
    return units < 1e15 ? Long.toString((long) units) : "";
  }
}
