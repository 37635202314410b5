#!/usr/bin/env bash
# deqp-runner over the phones of a lab: the suite stays on this machine, and each phone has the agent (docs/agent.md). For a phone:
#
#   SERIAL=R5CT12345 docs/ci/android.sh
#
# results/SERIAL has deqp-runner's results.csv and failures.csv; a baseline is the failures.csv of an earlier run.
set -euo pipefail

here=$(cd "$(dirname "$0")/../.." && pwd)
out=results/$SERIAL
device="remote:adb -s $SERIAL shell -T /data/local/tmp/coopcts-agent"
mkdir -p "$out"
"$here/run-cts.sh" list --device "$device" --profile smoke >"$out.txt"

baseline=()
[ ! -f "baselines/$SERIAL.csv" ] || baseline=(--baseline "baselines/$SERIAL.csv")
exec deqp-runner run --deqp "$here/deqp-coopcts" --caselist "$out.txt" --output "$out" "${baseline[@]}" \
  --jobs 1 --tests-per-group 200 --timeout 180 -- --device "$device"
