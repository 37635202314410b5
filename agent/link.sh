#!/usr/bin/env bash
# Holds the link to an agent against a delay: a case is one request at most. Requests are counted.
#
#   agent/link.sh
#   agent/link.sh --ratio [MILLISECONDS [RUNS]]   20 and 2; also that such a delay there and back makes a run no more than 1.3
#                                                 times as long: the shorter of several runs with and without in turn,
#                                                 on a machine that does nothing else
#
# COOPCTS names the command in the place of ./run-cts.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

ratio=
case ${1:-} in
  '') ;;
  --ratio) ratio=1 ;;
  *) echo "agent/link.sh: no option '$1'" >&2 && exit 2 ;;
esac
delay=${2:-20}
runs=${3:-2}
most=130
read -ra cts <<<"${COOPCTS:-./run-cts.sh}"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

cc -O2 -std=c11 -Wall -Wextra -Werror -o "$out/coopcts-agent" agent/coopcts-agent.c -ldl -pthread

mesa=$(suite/src/main/scripts/lavapipe.sh "${COOPCTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/coopcts}")
export VK_DRIVER_FILES=$mesa/lvp_icd.json MESA_SHADER_CACHE_DISABLE=true
agent="$mesa/ld-linux-x86-64.so.2 --library-path $mesa $out/coopcts-agent"

# Milliseconds of a run by a command, whose workers' list of cases is known by then.
run() {
  local begun
  rm -rf "$out/run"
  begun=$(date +%s%3N)
  "${cts[@]}" --profile smoke --filter 'khr.load.**' --strict --no-report \
    --explain 0 --device "remote:$1" --out "$out/run" >"$out/log" 2>&1 || { cat "$out/log" >&2; exit 1; }
  echo $(($(date +%s%3N) - begun))
}

run "tee $out/requests | $agent" >"$out/first"
cases=$(grep -c '"case"' "$out/run/results.jsonl")
# The last frame ends the agent.
requests=$(($(grep -ao CCTS "$out/requests" | wc -l) - 1))
echo "$requests requests for $cases cases"
[ "$requests" -le "$cases" ] || { echo "more than one request a case" >&2; exit 1; }
[ -n "$ratio" ] || exit 0
cc -O2 -std=c11 -Wall -Wextra -Werror -o "$out/delay" suite/src/test/scripts/delay.c -pthread

near=
far=
for ((i = 0; i < runs; i++)); do
  took=$(run "$agent")
  [ -n "$near" ] && [ "$near" -le "$took" ] || near=$took
  took=$(run "$out/delay $((delay / 2)) $agent")
  [ -n "$far" ] && [ "$far" -le "$took" ] || far=$took
done
echo "$near ms without a delay, $far ms with $delay ms there and back: $((100 * far / near)) %"
[ $((100 * far)) -le $((most * near)) ] || { echo "more than $most %" >&2; exit 1; }
