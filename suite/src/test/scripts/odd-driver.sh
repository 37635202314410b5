#!/usr/bin/env bash
# A driver that answers oddly, hangs or crashes where it is asked for its rows: lavapipe behind a layer. The run goes on
# with what is known and `khr.interface` has the finding, or it ends with 3 and says why in one line and in its reports.
# Memory that is mapped nowhere loses the device, and is no fault of the suite.
#
#   odd-driver.sh RUN_CTS
#
# Wants cc and the Vulkan headers.
set -uo pipefail

suite=$(realpath "${1:?usage: odd-driver.sh RUN_CTS}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/odd-layer.sh" "$work/data" || exit 3
export XDG_DATA_HOME=$work/data ODD_LAYER=1
bad=0

wrong() {
  echo "odd-driver: $*" >&2
  bad=1
}

# run_as HOW [FILTER]: rows as the report has them, and as the cases of the interface ask for them; or other cases.
run_as() {
  ODD_DRIVER=$1 "$suite" run --device lavapipe --profile smoke --filter "${2:-khr.report.**}" \
    --filter "${2:-khr.interface.**}" --jobs 1 --retry 0 --timeout 5 --explain 0 --no-report --out "$work/$1" >"$work/$1.out" 2>"$work/$1.err"
}

# goes_on HOW CASE WORDS: the case has the words, and others have passed.
goes_on() {
  local code
  run_as "$1"
  code=$?
  [ "$code" = 1 ] || wrong "$1: exit code $code: $(head -n 3 "$work/$1.err")"
  grep -q "\"case\":\"$2\",\"verdict\":\"FAIL\".*$3" "$work/$1/results.jsonl" || wrong "$1: $2 does not say $3"
  grep -q '"verdict":"PASS"' "$work/$1/results.jsonl" || wrong "$1: nothing passed"
}

# loses HOW FILTER WORDS: each of the cases loses the device, with the words.
loses() {
  local code
  run_as "$1" "$2"
  code=$?
  [ "$code" = 1 ] || wrong "$1: exit code $code: $(head -n 3 "$work/$1.err")"
  grep -q "\"verdict\":\"DEVICE_LOST\".*$3" "$work/$1/results.jsonl" || wrong "$1: no case says $3"
  ! grep '"verdict"' "$work/$1/results.jsonl" | grep -v '"verdict":"DEVICE_LOST"' >&2 || wrong "$1: other verdicts"
}

# ends HOW WORDS: 3, with one line, and the same in the summary.
ends() {
  local code
  run_as "$1"
  code=$?
  [ "$code" = 3 ] || wrong "$1: exit code $code"
  [ "$(grep -c '^coopcts: ' "$work/$1.err")" = 1 ] || wrong "$1: $(cat "$work/$1.err")"
  grep -q "$2" "$work/$1.err" || wrong "$1: does not say $2: $(cat "$work/$1.err")"
  grep -q "$2" "$work/$1/summary.json" && grep -q '"end" : "GONE"' "$work/$1/summary.json" \
    || wrong "$1: the summary says: $(cat "$work/$1/summary.json")"
}

goes_on incomplete khr.interface.api_prop_004 'VkResult 5'
goes_on many khr.interface.api_prop_003 'count -1'
loses mapnull 'khr.load.float16.a.8x8.subgroup.row.**' 'vkMapMemory returned VK_SUCCESS and gives NULL'
ends crash 'ended while it opened the device'
ends hang 'did not open within'
[ "$bad" = 0 ] && echo "odd-driver: 5 drivers, each told for what it is"
exit "$bad"
