#!/usr/bin/env bash
# The agent as an application of Android: an APK is made of its sources and read as Android's tools read it. A phone is not
# here: adb.sh and stub-android.c stand in for adb and for the framework, and the library, built for this machine, drives
# lavapipe. A run by it has the verdicts of the agent for Linux, but that its process is ended once and its phone boots anew
# once: such a case is run again, and passes.
# With ANDROID_NDK_HOME the agent for 64-bit ARM is built too.
#
#   android.sh COMMAND...      the suite's command
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
scripts=$here/suite/src/test/scripts
out=$(mktemp -d)
export PHONES=$out/phones
phone=$PHONES/R4APP
ended() {
  for file in app forwards; do
    [ ! -f "$phone/$file" ] || kill -9 "$(cat "$phone/$file")" 2>/dev/null || true
  done
  rm -rf "$out"
}
trap ended EXIT

fail() {
  echo "android.sh: $*" >&2
  find "$out" \( -name '*.log' -o -name said -o -name logcat \) -exec tail -n 20 {} + >&2
  exit 1
}

# Debian's headers of the framework leave the window out.
mkdir -p "$out/include/android" "$phone"
echo 'typedef struct ANativeWindow ANativeWindow; typedef struct ARect ARect;' >"$out/include/android/native_window.h"
cc=(cc -O2 -std=c11 -Wall -Wextra -Werror -I"$out/include" -idirafter /usr/include/android
  -idirafter "$JAVA_HOME/include" -idirafter "$JAVA_HOME/include/linux")
"${cc[@]}" -o "$out/coopcts-agent" "$here/agent/coopcts-agent.c" -ldl -pthread
"${cc[@]}" -rdynamic -o "$PHONES/stub-android" "$scripts/stub-android.c" -ldl -pthread
"${cc[@]}" -shared -fPIC -fvisibility=hidden -Dmain=agent_main -DSOCKET_NAME="\"coopcts-agent-$$\"" -o "$out/library.so" \
  "$here/agent/coopcts-agent.c" "$here/agent/android/activity.c" -ldl -pthread

export COOPCTS_KEYSTORE=$out/key
"$here/agent/android/build.sh" "$out" "x86_64=$out/library.so"
badging=$(aapt dump badging "$out/coopcts-agent.apk")
for line in "package: name='coopcts.agent'" "launchable-activity: name='android.app.NativeActivity'" "native-code: 'x86_64'"; do
  grep -qF "$line" <<<"$badging" || fail "the APK lacks $line: $badging"
done
! grep -q uses-permission <<<"$badging" || fail "the APK wants a permission"
apksigner verify --min-sdk-version 29 "$out/coopcts-agent.apk" || fail "the APK is not signed"
nm -D --defined-only "$out/library.so" | awk '{ print $3 }' | diff - <(echo ANativeActivity_onCreate) \
  || fail "the library has other names than the framework wants"
if [ -n "${ANDROID_NDK_HOME:-}" ]; then
  "$here/agent/android/build.sh" "$out/arm64"
  aapt dump badging "$out/arm64/coopcts-agent.apk" | grep -qF "native-code: 'arm64-v8a'" || fail "no APK for 64-bit ARM"
else
  echo "no NDK: nothing was built for a phone's processor"
fi

mesa=$("$here/suite/src/main/scripts/lavapipe.sh" "${COOPCTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/coopcts}")
export VK_DRIVER_FILES=$mesa/lvp_icd.json
loader="$mesa/ld-linux-x86-64.so.2 --library-path $mesa"
echo "$loader" >"$phone/launch"
echo "-$$" >"$phone/socket"
printf '  level: 80\n  temperature: 310\nThermal Status: 0\n' >"$phone/battery"
options=(--profile smoke --filter 'khr.load.**' --filter found.array_component --explain 0)

run() { # WORD...
  local code=0
  "$@" >"$out/said" 2>&1 || code=$?
  # lavapipe crashes on one of them.
  [ "$code" = 1 ] || fail "exit code $code"
}

# The library as agent-test sees it, before any misfortune.
"$scripts/adb.sh" -s R4APP install "$out/coopcts-agent.apk"
"$@" agent-test "$* phone-agent --adb $scripts/adb.sh --serial R4APP" || fail "the package does not keep the protocol"

# Far from each other: no case meets both in its two tries.
export JOURNALS="$out/run/*/shard-*/results.jsonl"
echo 15 >"$phone/drop"
echo 40 >"$phone/reboot"
run "$@" phone --package --adb "$scripts/adb.sh" --agent "$out/coopcts-agent.apk" --look 2 --no-report \
  --out "$out/run" -- "${options[@]}"
grep -q drop "$phone/log" || fail "no process ended"
grep -q reboot "$phone/log" || fail "the phone did not boot anew"
run "$@" "${options[@]}" --no-report --device "remote:$loader $out/coopcts-agent" --out "$out/linux"
verdicts() { # RUN
  sed -n 's/.*"case":"\([^"]*\)","verdict":"\([^"]*\)".*/\1 \2/p' "$1/results.jsonl" | sort
}
differ=$(diff <(verdicts "$out/linux") <(verdicts "$out"/run/*/whole) || true)
[ -z "$(grep '^[<>]' <<<"$differ" | grep -vE '^(< .* PASS|> .* FLAKE)$' || true)" ] || fail "other verdicts than by the agent for Linux: $differ"
ended=$(grep -c '^>' <<<"$differ" || true)
[ "$ended" -le 2 ] || fail "more cases lost their agent than agents were ended: $differ"
[ "$(verdicts "$out/linux" | wc -l)" -ge 67 ] || fail "too few cases"
crashed=("$out"/run/*/*/failures/found.array_component)
grep -q "window flags" "${crashed[0]}/logcat.txt" || fail "a crash has no log"
echo "$(verdicts "$out/linux" | wc -l) cases with the verdicts of the agent for Linux, $ended of them in a second try"
