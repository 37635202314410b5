#!/usr/bin/env bash
# A run on three phones behind a stand-in for adb (adb.sh), which drives the agent on lavapipe: two share the cases, the
# first over a slow link that drops once, and the second boots anew while it is at work; the third is of another kind, and
# its battery is empty at first. Every case has its verdict, no misfortune is a verdict, and a crash has its logs.
#
#   phone.sh COMMAND...      the suite's command
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

fail() {
  echo "phone.sh: $*" >&2
  find "$out/run" -name '*.log' -exec tail -n 20 {} + >&2
  cat "$out/said" >&2
  exit 1
}

cc -O2 -std=c11 -Wall -Wextra -Werror -o "$out/coopcts-agent" "$here/agent/coopcts-agent.c" -ldl -pthread
cc -O2 -std=c11 -Wall -Wextra -Werror -o "$out/delay" "$here/suite/src/test/scripts/delay.c" -pthread
mesa=$("$here/suite/src/main/scripts/lavapipe.sh" "${COOPCTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/coopcts}")
export PHONES=$out/phones JOURNALS="$out/run/*/shard-*/results.jsonl" VK_DRIVER_FILES=$mesa/lvp_icd.json
loader="$mesa/ld-linux-x86-64.so.2 --library-path $mesa"
for serial in R1ONE R2TWO R3THREE; do
  mkdir -p "$PHONES/$serial"
  echo "$loader" >"$PHONES/$serial/launch"
  printf '  level: 80\n  temperature: 310\nThermal Status: 0\n' >"$PHONES/$serial/battery"
done
echo "$out/delay 10 $loader" >"$PHONES/R1ONE/launch"
echo other >"$PHONES/R3THREE/kind"
echo 6 >"$PHONES/R1ONE/drop"
echo 12 >"$PHONES/R2TWO/reboot"
printf '  level: 9\n  temperature: 310\nThermal Status: 0\n' >"$PHONES/R3THREE/battery"
# It is charged once its run has been held for a while.
(
  for ((i = 0; i < 600; i++)); do
    ! grep -qs "^held: the battery" "$out"/run/*-other/shard-1.log || break
    sleep 0.5
  done
  sleep 5
  printf '  level: 40\n  temperature: 310\nThermal Status: 0\n' >"$PHONES/R3THREE/battery"
) &

code=0
"$@" phone --adb "$here/suite/src/test/scripts/adb.sh" --agent "$out/coopcts-agent" --look 2 --no-report --out "$out/run" \
  -- --profile smoke --filter 'khr.load.**' --filter found.array_component --explain 0 >"$out/said" 2>&1 || code=$?
# lavapipe crashes on one of them.
[ "$code" = 1 ] || fail "exit code $code"
cat "$out/said"
grep -q "R3THREE: held, the battery is at 9 %" "$out/said" || fail "the empty battery holds nothing"
grep -q "R3THREE: goes on" "$out/said" || fail "a charged battery still holds"
grep -q reboot "$PHONES/R2TWO/log" || fail "no phone booted anew"
grep -q drop "$PHONES/R1ONE/log" || fail "no link dropped"
wholes=("$out"/run/*/whole)
[ ${#wholes[@]} = 2 ] || fail "${#wholes[@]} kinds of phones"
all=0
for whole in "${wholes[@]}"; do
  bad=$(grep '"case"' "$whole/results.jsonl" | grep -vE '"verdict":"(PASS|NOT_SUPPORTED|COMPILE_ERROR)"' | grep -v found.array_component || true)
  [ -z "$bad" ] || fail "$bad"
  cases=$(grep -c '"case"' "$whole/results.jsonl")
  all=$((all + cases))
  echo "$(basename "$(dirname "$whole")"): $cases cases"
done
[ "$all" -ge 134 ] || fail "$all cases"
logs=("$out"/run/*/*/failures/found.array_component/logcat.txt)
grep -q "Fatal signal 11" "${logs[@]}" || fail "a crash has no log"
grep -q '\*\*\* \*\*\*' "${logs[0]%/*}/tombstone.txt" || fail "a crash has no tombstone"
