// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.reports.Glob;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which of a profile's cases a run takes, by the options of the command line.
 *
 * @param filters globs, of which at least one must match a name; if there are none, all names do
 * @param excludes globs, of which none may match a name
 * @param caselist the only names allowed, or null for all
 * @param shard number of this shard, from 1
 * @param shards number of shards, at least 1
 * @param unknown what becomes of a name of the list that no case has
 * @param gate whether only the cases count that are worth most for their time ({@link BestFirst})
 */
public record CaseSelection(
    List<Glob> filters,
    List<Glob> excludes,
    Set<String> caselist,
    int shard,
    int shards,
    Unknown unknown,
    boolean gate) {

  /** What becomes of a name that no case has. */
  public enum Unknown {
    /** It is MISSING, and the run ends with 2 where nothing is worse. */
    FAIL,
    /** It is a SKIP. */
    SKIP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How the best part of the default profile is called where profiles are named. */
  public static final String GATE = "gate";

  /** All cases, in one shard. */
  public static final CaseSelection ALL = new CaseSelection(List.of(), null, 1, 1);

  /**
   * A selection that excludes nothing and fails if a name of the list is unknown.
   *
   * @param filters globs, of which at least one must match a name; if there are none, all names do
   * @param caselist the only names allowed, or null for all
   * @param shard number of this shard, from 1
   * @param shards number of shards, at least 1
   */
  public CaseSelection(List<Glob> filters, Set<String> caselist, int shard, int shards) {
    this(filters, List.of(), caselist, shard, shards);
  }

  /**
   * A selection that fails if a name of the list is unknown.
   *
   * @param filters globs, of which at least one must match a name; if there are none, all names do
   * @param excludes globs, of which none may match a name
   * @param caselist the only names allowed, or null for all
   * @param shard number of this shard, from 1
   * @param shards number of shards, at least 1
   */
  public CaseSelection(
      List<Glob> filters, List<Glob> excludes, Set<String> caselist, int shard, int shards) {
    this(filters, excludes, caselist, shard, shards, Unknown.FAIL, false);
  }

  /** Whether its globs let a name of its list through. */
  boolean allows(String name) {
    return Glob.selects(filters, name) && !Glob.any(excludes, name);
  }

  boolean matches(String name) {
    return allows(name) && (caselist == null || caselist.contains(name));
  }

  /** Whether it may take a case of a family; a name of the list that no case has is told anyway. */
  boolean reaches(String family) {
    if (caselist != null) {
      return caselist.stream().anyMatch(name -> name.startsWith(family));
    }
    return filters.isEmpty() || filters.stream().anyMatch(filter -> filter.matchesFrom(family));
  }

  /** Whether the n-th matching case belongs to this shard. */
  boolean takes(int n) {
    return n % shards == shard - 1;
  }

  /** {@return a copy of this selection that takes the cases of all shards} */
  public CaseSelection whole() {
    return new CaseSelection(filters, excludes, caselist, 1, 1, unknown, gate);
  }

  /**
   * {@return whether it names its cases, and no more than so many} Globs without wildcards are
   * names; those with wildcards may stand for any number of cases.
   *
   * @param count of cases
   */
  public boolean isOfAtMost(int count) {
    return caselist != null && caselist.size() <= count
        || !filters.isEmpty()
            && filters.size() <= count
            && filters.stream().noneMatch(Glob::hasWildcards);
  }

  /** {@return whether it selects all cases of the profile, of all shards} */
  public boolean isAll() {
    return filters.isEmpty() && excludes.isEmpty() && caselist == null && shards == 1 && !gate;
  }
}
