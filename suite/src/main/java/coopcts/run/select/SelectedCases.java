// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The cases that a selection leaves, lazily, each with its place among all. */
public final class SelectedCases implements Iterator<SelectedCases.Placed> {

  private final Cases cursor;
  private final Selection selection;
  private final Set<String> unknown;
  private int matched;
  private Placed next;
  private boolean begun;

  /** A case and its place among all cases of the device. */
  public record Placed(Cases.Place place, Case tested) {}

  public SelectedCases(
      List<Family> families, DeviceReport report, Profile profile, Selection selection) {
    this(families, report, profile, selection, CaseLists.NONE);
  }

  /**
   * The same whose lists are kept.
   *
   * @param families all of the catalogue's, where there are lists
   */
  public SelectedCases(
      List<Family> families,
      DeviceReport report,
      Profile profile,
      Selection selection,
      CaseLists lists) {
    this.cursor =
        new Cases(families, report, profile, lists, family -> selection.reaches(family.name()));
    this.selection = selection;
    this.unknown =
        selection.caselist() == null ? new HashSet<>() : new HashSet<>(selection.caselist());
  }

  /** Lists the families side by side, which is faster for who wants all of their cases. */
  public SelectedCases listed() {
    cursor.list();
    return this;
  }

  /**
   * Lists one family anew whose list was read, and compares.
   *
   * @throws StaleListException if its list is another
   */
  public void compareOne(RandomGenerator random) {
    cursor.compareOne(random);
  }

  private void advance() {
    next = null;
    Case candidate;
    while (next == null && (candidate = cursor.next()) != null) {
      unknown.remove(candidate.name());
      if (selection.matches(candidate.name()) && selection.takes(matched++)) {
        next = new Placed(cursor.place(), candidate);
      }
    }
  }

  @Override
  public boolean hasNext() {
    if (!begun) {
      begun = true;
      advance();
    }
    return next != null;
  }

  @Override
  public Placed next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Placed result = next;
    advance();
    return result;
  }

  /** Cases that all shards together have, once all of this one's have been taken. */
  public int matched() {
    return matched;
  }

  /** Names of the list that no case has, once all cases have been taken. */
  public Set<String> unknown() {
    return unknown;
  }
}
