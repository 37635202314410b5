#!/usr/bin/env bash
# The same bytes in every surrounding: what `list` prints and which verdicts 30 cases get on the reference device, or
# exit code 2 or 3 with one line that says why.
#
#   surroundings.sh RUN_CTS
#
# Surroundings that this machine cannot make (no root, no unshare) are told and left out.
set -uo pipefail

suite=$(realpath "${1:?usage: surroundings.sh RUN_CTS}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
few=(--device reference --profile smoke --filter 'khr.length.**.subgroup.literal')
export COOPCTS_CACHE=$work/cache
unset LC_ALL LC_CTYPE LANG JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS COOPCTS_HEAP
bad=0
number=0

# Which case got which verdict; times and hosts differ.
verdicts() {
  sed -n 's/^{"case":"\([^"]*\)","verdict":"\([A-Z_]*\)".*/\1 \2/p' "$1/results.jsonl" | sort
}

# told NAME CODE STDERR: a refusal is one line of the suite's.
told() {
  local lines
  lines=$(grep -c '^coopcts: ' "$3")
  if [ "$2" != 2 ] && [ "$2" != 3 ] || [ "$lines" != 1 ]; then
    echo "surroundings: $1: exit code $2 with $lines lines:" >&2
    head -n 5 "$3" >&2
    bad=1
  fi
}

# in_it NAME WAY COMMAND...: COMMAND runs its arguments in the surrounding. WAY: same, refused, or run,
# which leaves the list out: its names are those of the run.
in_it() {
  local name=$1 way=$2 code out
  shift 2
  number=$((number + 1))
  out=$work/$number
  mkdir -m 777 "$out"
  if [ "$way" = run ]; then
    cp "$work/list" "$out/list"
  else
    "$@" "$suite" list "${few[@]}" >"$out/list" 2>"$out/list.err"
  fi
  code=$?
  if [ "$way" = refused ]; then
    told "$name" $code "$out/list.err"
    echo "$name: refused with $code"
    return
  fi
  if [ $code != 0 ] || ! cmp -s "$work/list" "$out/list"; then
    echo "surroundings: $name: list ends with $code and differs:" >&2
    head -n 3 "$out/list.err" >&2
    diff "$work/list" "$out/list" | head -n 3 >&2
    bad=1
    return
  fi
  "$@" "$suite" run "${few[@]}" --jobs "$jobs" --no-report --out "$out/${folder:-run}" >"$out/said" 2>&1
  code=$?
  verdicts "$out/${folder:-run}" >"$out/verdicts"
  if [ $code != 0 ] || ! cmp -s "$work/verdicts" "$out/verdicts"; then
    echo "surroundings: $name: run ends with $code and differs:" >&2
    tail -n 3 "$out/said" >&2
    diff "$work/verdicts" "$out/verdicts" | head -n 3 >&2
    bad=1
    return
  fi
  echo "$name: the same"
}

can() {
  "$@" >/dev/null 2>&1 || { echo "surroundings: left out, for '$*' is not possible here"; return 1; }
}

jobs=0
mkdir "$work/first"
"$suite" list "${few[@]}" >"$work/list" && "$suite" run "${few[@]}" --jobs 1 --no-report --out "$work/first/run" \
  >"$work/first/said" 2>&1 || { cat "$work/first/said" >&2; exit 1; }
verdicts "$work/first/run" >"$work/verdicts"
cases=$(wc -l <"$work/verdicts")
echo "$cases cases, $(sort -k2 "$work/verdicts" | cut -d' ' -f2 | uniq -c | tr -s ' \n' ' ')"
[ "$cases" -ge 30 ] && [ "$cases" = "$(wc -l <"$work/list")" ] || { echo "surroundings: not 30 cases" >&2; exit 1; }

# Locales with digits of their own, one of them with a worker's process; a Turkish i; names that are not ASCII.
jobs=1 in_it "digits of fa_IR, a worker" same env JDK_JAVA_OPTIONS='-Duser.language=fa -Duser.country=IR'
for locale in ar_EG bn_BD ne_NP my_MM tr_TR; do
  in_it "$locale" run env JDK_JAVA_OPTIONS="-Duser.language=${locale%_*} -Duser.country=${locale#*_} -Duser.extensions=u-nu-native"
done
mkdir "$work/locales"
if can localedef -i fa_IR -f UTF-8 "$work/locales/fa_IR.UTF-8"; then
  in_it "LC_ALL=fa_IR.UTF-8" same env LOCPATH="$work/locales" LC_ALL=fa_IR.UTF-8
fi
folder=$'d\303\274\344\270\255' in_it "LC_ALL=C, names that are not ASCII" same env LC_ALL=C

# Homes and caches.
in_it "no HOME" run env -u HOME
if [ "$(id -u)" = 0 ] && can setpriv --reuid 65534 --regid 65534 --clear-groups "$suite" --version; then
  nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
  in_it "a home that cannot be written" same "${nobody[@]}" env -u COOPCTS_CACHE HOME=/nonexistent
  jobs=1 in_it "another user's cache, a worker" same "${nobody[@]}"
fi

# What a container or a batch system takes away.
if can unshare -m true; then
  in_it "no /dev/shm" run unshare -m bash -c 'umount -l /dev/shm 2>/dev/null; exec "$@"' -
  in_it "no /proc" refused unshare -m bash -c 'umount -l /proc && exec "$@"' -
fi
in_it "30 files" refused bash -c 'ulimit -n 30; exec "$@"' -
in_it "64 files" run bash -c 'ulimit -n 64; exec "$@"' -
in_it "a small address space" refused bash -c 'ulimit -v 1500000; exec "$@"' -

# Options of Java, streams and a terminal.
in_it "an option that Java does not know" refused env JDK_JAVA_OPTIONS=-XX:NoSuchThing
in_it "a tool's option that Java does not know" refused env JAVA_TOOL_OPTIONS=-Xnonsense
in_it "a heap that is no size" refused env COOPCTS_HEAP=lots
in_it "options that Java takes" run env JDK_JAVA_OPTIONS='-Xss4m -Dfile.encoding=ISO-8859-1 -XX:-UseStringDeduplication'
in_it "another time zone" run env TZ=Pacific/Kiritimati
in_it "12 columns" same env COLUMNS=12 TERM=dumb
in_it "closed input" run bash -c 'exec "$@" <&-' -
in_it "closed output" refused bash -c 'exec "$@" >&-' -

[ $bad = 0 ] && echo "$number surroundings"
exit $bad
