#!/usr/bin/awk -f
# mutation.awk FLOORS MUTATIONS: fails where tests notice fewer of a class' mutants than FLOORS says, or than 70 %.
FNR == 1 { file++ }
file == 1 { if ($0 !~ /^#/) { split($0, part, "\t"); floor[part[1]] = part[2] } next }
{
  split($0, part, ",")
  split(part[2], name, "$")
  all[name[1]]++
  killed[name[1]] += part[6] == "KILLED" || part[6] == "TIMED_OUT" || part[6] == "MEMORY_ERROR"
}
END {
  for (one in all) {
    wanted = one in floor ? floor[one] : 70
    share = 100 * killed[one] / all[one]
    printf "%s %s: %d of %d mutants noticed, %.0f %%, wanted %d\n", share < wanted ? "RED  " : "green", one, killed[one], all[one], share, wanted
    red += share < wanted
  }
  exit red > 0
}
