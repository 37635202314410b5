#!/usr/bin/env bash
# usage: replay.sh SUITE RUN [DIR]: exports lavapipe's smoke profile by SUITE (./run-cts.sh), plays every case by
# replay/coopcts-replay.c alone, and sees that each verdict is that of RUN, a run of the same profile with --strict, and that
# no case is missing. DIR has what was exported before.
set -euo pipefail

suite=$1 run=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=${3:-$work/cases}

[ -n "${3:-}" ] || "$suite" export smoke "$cases" --device lavapipe
cc -O1 -Wall -Wextra -Wno-missing-field-initializers -Werror -o "$work/replay" "$root/replay/coopcts-replay.c" -lvulkan
mesa=$("$root/suite/src/main/scripts/lavapipe.sh" "${COOPCTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/coopcts}")

# The verdict that the player says last: that of the only job, or the worst.
played() { # archive
  VK_DRIVER_FILES=$mesa/lvp_icd.json "$mesa/ld-linux-x86-64.so.2" --library-path "$mesa" "$work/replay" "$1" --strict 2>&1 \
    | awk '/^(PASS|WARN|FAIL|NOT_SUPPORTED|NOT_PLAYED|BROKEN|CRASH|TIMEOUT|DEVICE_LOST)/ { last = $0 } END { print last }' \
    | sed -E 's/^FAIL: the driver ended.*/CRASH/; s/^FAIL: not at its end.*/TIMEOUT/; s/[:, ].*//'
}
export -f played
export mesa work
ls "$cases" | grep '\.zip$' | xargs -P "$(nproc)" -I{} bash -c 'echo "$(played "'"$cases"'/$1") ${1%.zip}"' _ {} \
  | sort -k2 >"$work/played"
sed -nE 's/^\{"case":"([^"]*)","verdict":"([A-Z_]*)".*/\2 \1/p' "$run/results.jsonl" | sort -k2 >"$work/run"

# What is neither played nor listed with a reason has got lost on the way.
left_out=$(grep -c '"reason" :' "$cases/cases.json" || true)
not_supported=$(sed -nE 's/.*"notSupported" : ([0-9]+).*/\1/p' "$cases/cases.json")
join -1 2 -2 2 "$work/played" "$work/run" >"$work/both"
awk '$2 != $3 { print $1 ": " $3 " in the run, " $2 " by the player" }' "$work/both" >"$work/other"
cat "$work/other"
both=$(wc -l <"$work/both") all=$(wc -l <"$work/run")
echo "$both cases of $all are played, $(wc -l <"$work/other") with another verdict; $not_supported are not supported;" \
  "$(sed -nE 's/.*"reason" : "([^"]*)".*/\1/p' "$cases/cases.json" | sort | uniq -c | sed 's/^ *//' | paste -sd, | sed 's/,/, /g') are not exported"
[ ! -s "$work/other" ] && [ "$both" = "$(wc -l <"$work/played")" ] && [ "$both" -ge 800 ] \
  && [ $((both + left_out + not_supported)) = "$all" ]
