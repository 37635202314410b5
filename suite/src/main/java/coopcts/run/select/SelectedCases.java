// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.reports.Glob;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * The cases of a device that a selection takes, one after the other, each with its place. They are
 * made as they are asked for. What is said about names and patterns without a case is complete only
 * behind the last case. For one thread.
 */
public final class SelectedCases implements Iterator<Cases.Placed> {

  /** Unknown names that are shown. */
  private static final int SHOWN = 10;

  /** Bytes of a digest that are written down. */
  private static final int DIGEST = 8;

  private final Cases cursor;
  private final CaseSelection selection;
  private final Set<String> open;
  private final SortedMap<String, String> unknown = new TreeMap<>();
  private final Set<Glob> idle;
  private Set<String> gate;
  private Iterator<String> named;
  private int numbers;
  private final MessageDigest plan = sha256();
  private int matched;
  private Cases.Placed next;
  private boolean ended;

  /**
   * The selected cases of some families, which are listed afresh: no lists are kept.
   *
   * @param families in the order of their cases
   * @param report of the device
   * @param profile of the run
   * @param selection which cases of the profile; names of its list may be of any profile
   */
  public SelectedCases(
      List<Family> families, DeviceReport report, Profile profile, CaseSelection selection) {
    this(families, report, profile, selection, CaseLists.NONE);
  }

  /**
   * The selected cases of some families, by kept lists where there are any.
   *
   * @param families in the order of their cases; all of the catalogue's, unless no lists are kept
   * @param report of the device
   * @param profile of the run
   * @param selection which cases of the profile; names of its list may be of any profile
   * @param lists where names are kept
   */
  public SelectedCases(
      List<Family> families,
      DeviceReport report,
      Profile profile,
      CaseSelection selection,
      CaseLists lists) {
    this.cursor =
        new Cases(families, report, profile, lists, family -> selection.reaches(family.name()));
    this.selection = selection;
    this.open =
        selection.caselist() == null ? new HashSet<>() : new HashSet<>(selection.caselist());
    this.idle = new LinkedHashSet<>(selection.filters());
    idle.addAll(selection.excludes());
  }

  /**
   * Lists all families in parallel, which is faster for callers that want all of their cases. Call
   * it before the first case is asked for.
   *
   * @return this object
   */
  public SelectedCases listed() {
    cursor.list();
    return this;
  }

  /**
   * Lists one family again whose list was read from a file, and compares the two: a check of the
   * kept lists. It does nothing if no list was read.
   *
   * @param random chooses the family
   * @throws StaleListException if the kept list differs; it is then removed
   */
  public void compareOne(RandomGenerator random) {
    cursor.compareOne(random);
  }

  private void advance() {
    Case candidate;
    while (next == null && (candidate = cursor.next()) != null) {
      numbers++;
      open.remove(candidate.name());
      note(candidate.name());
      if (selection.matches(candidate.name())
          && passesGate(candidate.name())
          && takes(candidate.name())) {
        next = new Cases.Placed(cursor.place(), candidate);
      }
    }
    if (next == null && named == null) {
      named = new TreeSet<>(open).iterator();
    }
    while (next == null && named.hasNext()) {
      next = named(named.next());
    }
  }

  /** A gate is the same whatever is selected of it; who names a case gets it. */
  private boolean passesGate(String name) {
    if (!selection.gate() || selection.caselist() != null) {
      return true;
    }
    if (gate == null) {
      gate = cursor.gate();
    }
    return gate.contains(name);
  }

  /** What the list names beyond the profile: a case of another one, or none. */
  private Cases.Placed named(String name) {
    note(name);
    if (!selection.allows(name) || !takes(name)) {
      return null;
    }
    Optional<Cases.Placed> found = cursor.named(name);
    if (found.isEmpty()) {
      unknown.put(name, "");
      return null;
    }
    return new Cases.Placed(found.get().place().numbered(numbers++), found.get().tested());
  }

  /** Whether this shard has a name that all shards together plan. */
  private boolean takes(String name) {
    plan.update((name + '\n').getBytes(StandardCharsets.UTF_8));
    return selection.takes(matched++);
  }

  private void note(String name) {
    idle.removeIf(glob -> glob.matches(name));
  }

  /** Looks for the next case, which may take long behind the last one of the profile. */
  @Override
  public boolean hasNext() {
    if (next == null && !ended) {
      advance();
      ended = next == null;
    }
    return next != null;
  }

  @Override
  public Cases.Placed next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Cases.Placed result = next;
    next = null;
    return result;
  }

  /**
   * {@return the number of selected cases of all shards together} It is complete once all of this
   * shard's cases have been taken.
   */
  public int matched() {
    return matched;
  }

  /**
   * {@return a digest of the names of the selected cases of all shards, as 16 hexadecimal digits,
   * by which shards of one plan recognize each other} It is complete once all of this shard's cases
   * have been taken.
   */
  public String plan() {
    try {
      byte[] digest = ((MessageDigest) plan.clone()).digest();
      return HexFormat.of().formatHex(digest, 0, DIGEST);
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("the JDK's own SHA-256 can be copied", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /**
   * {@return the names of the case list that no case of the device has, whatever its profile, each
   * with the most similar name of a case} Of a shard, those that fall to it. The similar name is
   * empty if the device has no cases. It is complete once all cases have been taken.
   */
  public SortedMap<String, String> unknown() {
    if (unknown.containsValue("")) {
      NearestName names = new NearestName(cursor.names());
      unknown.replaceAll((name, _) -> names.to(name));
    }
    return unknown;
  }

  /**
   * {@return the message about a name that no case has}
   *
   * @param name that was asked for
   * @param nearest the most similar name of a case, or empty
   */
  public static String unknown(String name, String nearest) {
    return "no case of this device has the name "
        + name
        + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?");
  }

  /**
   * {@return how many numbers cases have, counted from 0: the number that the first name without a
   * case gets} It is complete once all cases have been taken.
   */
  public int numbers() {
    return numbers;
  }

  /**
   * {@return one line for each name (of ten at most) and for each pattern that matches nothing} It
   * is complete once all cases have been taken.
   */
  public List<String> said() {
    List<String> said = new ArrayList<>();
    unknown().entrySet().stream()
        .limit(SHOWN)
        .forEach(one -> said.add(unknown(one.getKey(), one.getValue())));
    if (unknown.size() > SHOWN) {
      said.add("and %d more names are of no case".formatted(unknown.size() - SHOWN));
    }
    selection.filters().stream()
        .filter(idle::contains)
        .forEach(glob -> said.add("--filter " + glob + " matches no case"));
    selection.excludes().stream()
        .filter(idle::contains)
        .forEach(glob -> said.add("--exclude " + glob + " leaves no case out"));
    return said;
  }
}
