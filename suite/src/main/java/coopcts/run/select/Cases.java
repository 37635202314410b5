package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.Iterator;
import java.util.List;

/** Walks through all cases of a device in their fixed order, and knows the number of each. */
public final class Cases {

  private final List<Family> families;
  private final DeviceReport report;
  private final Profile profile;
  private Iterator<Case> cases;
  private int position;

  public Cases(List<Family> families, DeviceReport report, Profile profile) {
    this.families = families;
    this.report = report;
    this.profile = profile;
    rewind();
  }

  private void rewind() {
    cases = families.stream().flatMap(family -> family.cases(report, profile)).iterator();
    position = 0;
  }

  /** The next case, or null behind the last. */
  public Case next() {
    if (!cases.hasNext()) {
      return null;
    }
    position++;
    return cases.next();
  }

  /** The number of the case that {@link #next()} gave last. */
  public int number() {
    return position - 1;
  }

  /**
   * The case with a number.
   *
   * @throws IllegalStateException if there is none, or it has another name
   */
  public Case at(int number, String name) {
    if (number < position) {
      rewind();
    }
    Case found = null;
    while (position <= number) {
      found = next();
      if (found == null) {
        break;
      }
    }
    if (found == null || !found.name().equals(name)) {
      throw new IllegalStateException("case " + number + " is not " + name);
    }
    return found;
  }
}
