package coopcts.oracle;

import java.util.List;

/**
 * What a comparison found.
 *
 * @param failed number of mismatches against MUST
 * @param warned number of mismatches against QUALITY
 * @param first the first few of them
 * @param evidence what was compared, from which all of them can be had
 */
public record Judgement(int failed, int warned, List<Mismatch> first, Evidence evidence) {

  public boolean clean() {
    return failed == 0 && warned == 0;
  }
}
