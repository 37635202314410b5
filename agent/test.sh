#!/usr/bin/env bash
# Builds the agent and holds it against the suite's own Vulkan device on lavapipe: equal verdicts, and an agent that
# dies, hangs, is cut off, talks nonsense or sits behind a slow link costs one case at most.
#
#   agent/test.sh [PROFILE [verdicts]]      smoke, or another profile; verdicts alone, or misfortunes too
#
# COOPCTS names the command in the place of ./run-cts.sh, COOPCTS_AGENT that of an agent in the place of the one built here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

profile=${1:-smoke}
read -ra cts <<<"${COOPCTS:-./run-cts.sh}"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

if [ -n "${COOPCTS_AGENT:-}" ]; then
  printf '#!/bin/sh\nexec %s "$@"\n' "$COOPCTS_AGENT" >"$out/agent"
else
  cc -O2 -std=c11 -Wall -Wextra -Werror -o "$out/coopcts-agent" agent/coopcts-agent.c -ldl -pthread

  mesa=$(suite/src/main/scripts/lavapipe.sh "${COOPCTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/coopcts}")
  cat >"$out/agent" <<AGENT
#!/bin/sh
VK_DRIVER_FILES=$mesa/lvp_icd.json exec $mesa/ld-linux-x86-64.so.2 --library-path $mesa $out/coopcts-agent "\$@"
AGENT
fi
chmod +x "$out/agent"

# A run that may fail cases, but must come to its end. Ways into a driver are a local device's, and random programs hang
# on what a device reports: they go such ways, so that a name means another program there.
run() {
  local status=0
  "${cts[@]}" --profile "$profile" --exclude '*.way.**' --exclude 'random.**' --strict --no-report --explain 0 --jobs 2 "$@" >"$out/log" 2>&1 || status=$?
  [ "$status" -le 1 ] || { cat "$out/log" >&2; echo "exit code $status" >&2; exit 1; }
}

"$out/agent" --report >/dev/null
"${cts[@]}" agent-test "$out/agent"
run --device lavapipe --out "$out/local"
run --device "remote:$out/agent" --out "$out/remote"
echo "the same cases, local and by the agent:"
"${cts[@]}" compare "$out/local" "$out/remote"
[ "${2:-}" != verdicts ] || exit 0

few=(--filter 'khr.load.**' --filter 'khr.muladd.**' --filter 'nv2.product.**')
run --device lavapipe "${few[@]}" --out "$out/few"

# Runs a few cases by a command of some lines of shell, and sees that no more than so many have another verdict.
costs() {
  local most=$1 name=$2 worse
  printf '#!/bin/bash\n%s\n' "$3" >"$out/$name"
  chmod +x "$out/$name"
  run --device "remote:$out/$name" "${few[@]}" --timeout 10 --out "$out/$name.run"
  worse=$("${cts[@]}" compare "$out/few" "$out/$name.run" | tail -n 1 || true)
  echo "$name: $worse"
  [ "$(echo "$worse" | sed 's/ worse.*//')" -le "$most" ] || { echo "more than $most worse" >&2; exit 1; }
}

# What happens to the first agent only.
first="mkdir $out/\$(basename \$0).first 2>/dev/null || exec $out/agent"

costs 1 killed "$first
(sleep 3; kill -9 \$\$) & exec $out/agent"
costs 1 stopped "$first
(sleep 3; kill -STOP \$\$; sleep 20; kill -9 \$\$) & exec $out/agent"
costs 1 cut "$first
head -c 100000 | $out/agent"
costs 1 nonsense "$first
$out/agent | (dd bs=16384 count=20 2>/dev/null; echo 'cannot open display'; cat)"

# 16 KiB each 16 ms at most, both ways.
costs 0 slow "pass() {
  while dd bs=16384 count=1 2>\$1; ! grep -q '^0+0 records in' \$1; do sleep 0.016; done
}
pass \$(mktemp -p $out) | $out/agent | pass \$(mktemp -p $out)"
