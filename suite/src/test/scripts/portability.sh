#!/usr/bin/env bash
# A driver as those upon Metal are: the loader names it to those alone that ask for such drivers, its device refuses to be
# opened without VK_KHR_portability_subset, and its tessellation makes no isolines. A stand-in: lavapipe behind a layer.
# The suite and the agent find it and have the verdicts of lavapipe, and report no
# tessellation shaders, which make isolines here. The player sees a finding there.
#
#   portability.sh RUN_CTS
#
# Wants cc and the Vulkan headers.
set -euo pipefail

suite=$(realpath "${1:?usage: portability.sh RUN_CTS}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sources=$(cd "$here/../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mesa=$("$sources/suite/src/main/scripts/lavapipe.sh" "${COOPCTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/coopcts}")

"$here/odd-layer.sh" "$work/data"
cp -as "$mesa" "$work/mesa"
rm "$work/mesa/lvp_icd.json"
sed 's/"library_path"/"is_portability_driver": true, &/' "$mesa/lvp_icd.json" >"$work/mesa/lvp_icd.json"
cc -O2 -std=c11 -o "$work/coopcts-agent" "$sources/agent/coopcts-agent.c" -ldl -pthread
cat >"$work/agent" <<AGENT
#!/bin/sh
exec $mesa/ld-linux-x86-64.so.2 --library-path $mesa $work/coopcts-agent "\$@"
AGENT
chmod +x "$work/agent"

wrong() {
  echo "portability: $*" >&2
  exit 1
}

run() { # NAME OPTION...
  local name=$1
  shift
  "$suite" run --profile smoke --filter 'khr.load.float16.**' --filter 'khr.report.**' \
    --jobs 1 --explain 0 --no-report --out "$work/$name" "$@" >"$work/$name.out" 2>&1 || [ $? = 1 ] \
    || wrong "$name: $(tail -n 3 "$work/$name.out")"
}

run plain --device lavapipe
export VK_DRIVER_FILES=$work/mesa/lvp_icd.json COOPCTS_MESA=$work/mesa XDG_DATA_HOME=$work/data ODD_PORTABILITY=1 ODD_DRIVER=no
run local --device lavapipe
run remote --device "remote:$work/agent"
reports() { # NAME WORD
  grep -q "\"$2\"" "$work/$1/device.json"
}
reports plain tessellationShader && ! reports plain VK_KHR_portability_subset || wrong "lavapipe itself reports otherwise"
for name in local remote; do
  "$suite" compare "$work/plain" "$work/$name" || wrong "$name: other verdicts"
  reports "$name" VK_KHR_portability_subset || wrong "$name: the extension is not in the report"
  ! reports "$name" tessellationShader || wrong "$name: tessellation without isolines is reported"
done

cc -O1 -o "$work/replay" "$sources/replay/coopcts-replay.c" -lvulkan
code=0
"$mesa/ld-linux-x86-64.so.2" --library-path "$mesa" "$work/replay" "$sources/docs/findings/lavapipe/reduce-rows.zip" \
  >"$work/replay.out" 2>&1 || code=$?
[ "$code" = 1 ] && grep -q 'expected .*, got' "$work/replay.out" || wrong "the player: exit code $code: $(tail -n 3 "$work/replay.out")"
