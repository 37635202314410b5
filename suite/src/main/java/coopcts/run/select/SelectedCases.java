package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The cases that a selection leaves, lazily, each with its number among all. */
public final class SelectedCases implements Iterator<SelectedCases.Numbered> {

  private final Cases cursor;
  private final Selection selection;
  private int matched;
  private Numbered next;

  /** A case and its number among all cases of the device. */
  public record Numbered(int number, Case tested) {}

  public SelectedCases(
      List<Family> families, DeviceReport report, Profile profile, Selection selection) {
    this.cursor = new Cases(families, report, profile);
    this.selection = selection;
    advance();
  }

  private void advance() {
    next = null;
    Case candidate;
    while (next == null && (candidate = cursor.next()) != null) {
      if (selection.matches(candidate.name()) && selection.takes(matched++)) {
        next = new Numbered(cursor.number(), candidate);
      }
    }
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public Numbered next() {
    if (next == null) {
      throw new NoSuchElementException();
    }
    Numbered result = next;
    advance();
    return result;
  }
}
