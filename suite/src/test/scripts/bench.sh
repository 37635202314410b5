#!/usr/bin/env bash
# How fast the suite itself is: ratios of processor time, user and system of all processes, so that they can be compared
# between machines that are alike in nothing else.
#
#   bench.sh RUN_CTS [PROFILE]      PROFILE of the runs that are cut into shards: smoke (default) or default
#
# list        `list` again, by the one that makes the list in an empty cache
# one case    one framed case on the reference device with --jobs 1, by --version; both warm
# shards      48 times the seventh of 48 shards, by the whole run; modules are compiled before
set -euo pipefail
cts=$1 profile=${2:-smoke}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Processor seconds of a command, which has to succeed.
seconds() {
  local times status=0
  times=$({ TIMEFORMAT='%U %S' && time "$@" >"$folder/out" 2>"$folder/err" || status=$?; exit "$status"; } 2>&1) || status=$?
  [ "$status" = 0 ] || { echo "bench.sh: exit code $status: $*" >&2 && tail -n 5 "$folder/err" >&2 && return 3; }
  awk '{ printf "%.2f", $1 + $2 }' <<<"$times"
}
ratio() { # name above below wanted
  awk -v name="$1" -v above="$2" -v below="$3" -v wanted="$4" 'BEGIN {
    printf "%-10s %8.2f s / %8.2f s = %6.2f   (wanted: %s)\n", name, above, below, above / below, wanted
  }'
}
run() { "$cts" run --device reference --no-report "$@"; }

first=$(COOPCTS_CACHE=$folder/cache seconds "$cts" list --device reference)
again=$(COOPCTS_CACHE=$folder/cache seconds "$cts" list --device reference)
ratio list "$again" "$first" 0.15

one=$("$cts" list --device reference --profile smoke --filter 'khr.framed.**' | head -n 1 | cut -f 1)
run --filter "$one" --jobs 1 --out "$folder/warm" >"$folder/out" 2>&1
case=$(seconds run --filter "$one" --jobs 1 --out "$folder/one")
version=$(seconds "$cts" --version)
ratio "one case" "$case" "$version" 4

run --profile "$profile" --out "$folder/before" >"$folder/out" 2>&1
whole=$(seconds run --profile "$profile" --out "$folder/whole")
shard=$(seconds run --profile "$profile" --shard 7/48 --out "$folder/shard")
ratio shards "$(awk -v s="$shard" 'BEGIN { print 48 * s }')" "$whole" 1.3
