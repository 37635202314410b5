#!/usr/bin/env bash
# A smoke run on lavapipe by who drives dEQP: groups of 100 on two jobs, one more case that crashes and one that hangs
# among them. The verdicts are those of the suite's own run.
#
#   deqp-groups.sh RUN_CTS
#
# Wants cc and the Vulkan headers. deqp-runner's stand-in is DeqpRunner of the tests.
set -euo pipefail

suite=$(realpath "${1:?usage: deqp-groups.sh RUN_CTS}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
crashes=khr.load.float16.a.8x8.subgroup.col.shared.float16
hangs=khr.store.float16.a.8x8.subgroup.col.shared.float16
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A dEQP log is written where the binary is started.
"$suite" list --device lavapipe --profile smoke >"$work/names"
for name in "$crashes" "$hangs"; do
  grep -qxF "$name" "$work/names" || { echo "deqp-groups: a smoke run has no $name" >&2 && exit 1; }
  "$suite" repro "$name" --device lavapipe --out "$work/repro" >/dev/null
done
module() { find "$work/repro/$1" -maxdepth 1 -name '*.spv' | head -n 1; }
"$here/odd-layer.sh" "$work/data"
export XDG_DATA_HOME=$work/data ODD_LAYER=1 ODD_DRIVER=module
ODD_CRASHES=$(module "$crashes")
ODD_HANGS=$(module "$hangs")
export ODD_CRASHES ODD_HANGS

"$suite" run --device lavapipe --profile smoke --jobs 2 --retry 0 --timeout 20 --explain 0 --no-report \
  --out "$work/own" >"$work/own.out" || [ $? = 1 ]
words='s/,PASS$/,Pass/; s/,WARN$/,Warn/; s/,NOT_SUPPORTED$/,Skip/; s/,(FAIL|COMPILE_ERROR)$/,Fail/
  s/,(CRASH|DEVICE_LOST)$/,Crash/; s/,TIMEOUT$/,Timeout/'
sed -nE 's/^\{"case":"([^"]*)","verdict":"([A-Z_]*)".*/\1,\2/p' "$work/own/results.jsonl" | sed -E "$words" | sort >"$work/own.csv"

java_home=$("$here/../../main/scripts/java.sh" "${COOPCTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/coopcts}")
mkdir "$work/groups"
"$java_home/bin/java" "$here/../java/coopcts/run/deqp/DeqpRunner.java" "$work/groups" "$work/names" 100 2 60 \
  "$(dirname "$suite")/deqp-coopcts" --device lavapipe | sort >"$work/groups.csv"

diff "$work/own.csv" "$work/groups.csv" || { echo "deqp-groups: the verdicts differ" >&2 && exit 1; }
grep -qxF "$crashes,Crash" "$work/groups.csv" && grep -qxF "$hangs,Timeout" "$work/groups.csv" \
  || { echo "deqp-groups: nothing crashed, or nothing hung" >&2 && exit 1; }
echo "deqp-groups: $(wc -l <"$work/groups.csv") cases, the same verdicts:$(cut -d, -f2 "$work/groups.csv" | sort | uniq -c | tr -s ' \n' ' ')"
