#!/usr/bin/env bash
# Makes the agent for Android: a program for adb's shell, and an application, without Java and without Gradle.
#
#   agent/android/build.sh OUT                  OUT/coopcts-agent-android-arm64 and OUT/coopcts-agent.apk, by the NDK in
#                                               ANDROID_NDK_HOME
#   agent/android/build.sh OUT ABI=LIBRARY...   the application alone, around libraries of its sources (CMakeLists.txt)
#
# aapt2, zipalign, apksigner and android.jar are those of ANDROID_HOME; without it those of Debian (packages aapt,
# zipalign, apksigner, android-framework-res). COOPCTS_KEYSTORE is the key to sign with, with the password in
# COOPCTS_KEYSTORE_PASSWORD; else it is Android's usual one for development, which is made where it is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

refuse() {
  echo "build.sh: $*" >&2
  exit 3
}

[ $# -gt 0 ] && [[ $1 != -* ]] || { sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ $# = 0 ]; then
  bin=${ANDROID_NDK_HOME:?build.sh: it names the NDK}/toolchains/llvm/prebuilt/linux-x86_64/bin
  [ -d "$bin" ] || refuse "$bin: there is no such folder"
  cc=("$bin/aarch64-linux-android29-clang" -O2 -std=c11 -Wall -Wextra -Werror -Wl,-z,max-page-size=16384 -Wl,--no-undefined -s)
  "${cc[@]}" -o "$out/coopcts-agent-android-arm64" "$here/../coopcts-agent.c" -ldl -pthread
  "${cc[@]}" -shared -fPIC -fvisibility=hidden -Dmain=agent_main -o "$work/arm64.so" \
    "$here/../coopcts-agent.c" "$here/activity.c" -landroid -llog -ldl -pthread
  set -- "arm64-v8a=$work/arm64.so"
fi

# The newest of ANDROID_HOME, or what is here.
newest() { # PATTERN
  [ -z "${ANDROID_HOME:-}" ] || find "$ANDROID_HOME" -path "$ANDROID_HOME/$1" | sort -V | tail -n 1
}
tools=$(newest 'build-tools/*/aapt2')
[ -z "$tools" ] || PATH=${tools%/*}:$PATH
platform=$(newest 'platforms/android-*/android.jar')
platform=${platform:-/usr/share/android-framework-res/framework-res.apk}
for tool in aapt2 zipalign apksigner keytool zip; do
  command -v "$tool" >/dev/null || refuse "there is no $tool"
done
[ -f "$platform" ] || refuse "there is no android.jar: ANDROID_HOME has no platform, and $platform is missing"

for library; do
  mkdir -p "$work/lib/${library%%=*}"
  cp "${library#*=}" "$work/lib/${library%%=*}/libcoopcts-agent.so"
done
version=$(sed -n 's/^#define AGENT_VERSION "\(.*\)"$/\1/p' "$here/../coopcts-agent.c")
aapt2 link -o "$work/bare.apk" --manifest "$here/AndroidManifest.xml" --version-name "$version" -I "$platform"
(cd "$work" && zip -q -X -r bare.apk lib)
zipalign -f 4 "$work/bare.apk" "$work/aligned.apk"

export COOPCTS_KEYSTORE_PASSWORD=${COOPCTS_KEYSTORE_PASSWORD:-android}
key=${COOPCTS_KEYSTORE:-$HOME/.android/debug.keystore}
if [ ! -f "$key" ]; then
  mkdir -p "$(dirname "$key")"
  keytool -genkeypair -keystore "$key" -storepass:env COOPCTS_KEYSTORE_PASSWORD -alias androiddebugkey -keyalg RSA \
    -keysize 2048 -validity 10000 -dname "CN=Android Debug,O=Android,C=US" 2>/dev/null
fi
apksigner sign --ks "$key" --ks-pass env:COOPCTS_KEYSTORE_PASSWORD --v4-signing-enabled false \
  --out "$out/coopcts-agent.apk" "$work/aligned.apk"
