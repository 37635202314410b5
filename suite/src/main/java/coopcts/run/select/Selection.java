package coopcts.run.select;

import coopcts.reports.Glob;
import java.util.List;
import java.util.Set;

/**
 * Which cases a run takes.
 *
 * @param filters at least one must match; none: all do
 * @param caselist the only names allowed, or null
 * @param shard the number of this shard, from 1
 * @param shards how many there are
 */
public record Selection(List<Glob> filters, Set<String> caselist, int shard, int shards) {

  public static final Selection ALL = new Selection(List.of(), null, 1, 1);

  boolean matches(String name) {
    return (filters.isEmpty() || filters.stream().anyMatch(filter -> filter.matches(name)))
        && (caselist == null || caselist.contains(name));
  }

  /** Whether the n-th matching case belongs to this shard. */
  boolean takes(int n) {
    return n % shards == shard - 1;
  }

  /** Whether it leaves nothing out. */
  public boolean isAll() {
    return filters.isEmpty() && caselist == null && shards == 1;
  }
}
