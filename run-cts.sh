#!/usr/bin/env bash
# CoopCTS: the one entry point. ./run-cts.sh help tells the commands; without one, the suite runs.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jdk=25
# Service managers and some containers set no HOME.
home_dir=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6 || true)}
cache=${COOPCTS_CACHE:-${XDG_CACHE_HOME:-${home_dir:-/var/tmp/coopcts-$(id -u)}/.cache}/coopcts}
case $cache in /*) ;; *) cache=$PWD/$cache ;; esac

fail() {
  echo "coopcts: $*" >&2
  exit 3
}

# The major version of a JDK folder, from its release file.
version_of() {
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

find_jdk() {
  local on_path candidate
  on_path=$(command -v javac || true)
  for candidate in "${JAVA_HOME:-}" "${on_path:+$(dirname "$(dirname "$(readlink -f "$on_path")")")}" \
    /usr/lib/jvm/* "$home_dir"/.sdkman/candidates/java/* "$home_dir"/.jdks/* "$home_dir"/.local/share/mise/installs/java/* /opt/jdk*; do
    if [ -x "$candidate/bin/javac" ] && [ "$(version_of "$candidate")" -ge "$jdk" ] 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  fail "no JDK $jdk or newer was found; install one (Debian: temurin-$jdk-jdk or openjdk-$jdk-jdk) or set JAVA_HOME"
}

build() {
  local stamp=$home/built
  if [ -f "$stamp" ] && [ -z "$(find "$here"/pom.xml "$here"/{generators,cases,reports,suite}/{pom.xml,src/main} -newer "$stamp" -type f -print -quit)" ]; then
    return
  fi
  command -v mvn >/dev/null || fail "Maven is needed to build the suite once; install maven"
  echo "coopcts: building, once" >&2
  local log
  log=$(mktemp)
  local commit
  commit=$(git -C "$here" rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
  if ! (cd "$here" && JAVA_HOME=$java_home mvn -B -q -Dmaven.test.skip -Dspotless.check.skip \
    -Dcoopcts.commit="$commit" package >"$log" 2>&1); then
    grep -E '^\[ERROR\]' "$log" | head -n 5 >&2
    fail "the build failed; its log is $log"
  fi
  rm -f "$log"
  touch "$stamp"
}

# The value of --device, whichever way it is written.
device() {
  while [ $# -gt 0 ]; do
    case $1 in
      --device) echo "${2:-}"; return ;;
      --device=*) echo "${1#--device=}"; return ;;
    esac
    shift
  done
}

# Whether the system's own lavapipe has cooperative matrices.
system_lavapipe() {
  local version
  version=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers 2>/dev/null) || return 1
  dpkg --compare-versions "$version" ge 26.1
}

if [ -x "$here/runtime/bin/java" ]; then
  home=$here
  java_home=$here/runtime
else
  java_home=$(find_jdk)
  home=$here/suite/target/coopcts
  build
fi

launcher=()
if [ "$(device "$@")" = lavapipe ] && ! system_lavapipe; then
  provider=$here/suite/src/main/scripts/lavapipe.sh
  [ -x "$provider" ] || fail "a bundle does not fetch lavapipe; install Mesa 26.1 or newer and use --device vulkan"
  mesa=$("$provider" "$cache")
  export VK_DRIVER_FILES=$mesa/lvp_icd.json VK_ADD_LAYER_PATH=$mesa/layers
  launcher=("$mesa/ld-linux-x86-64.so.2" --library-path "$mesa")
fi

# Only exec runs shaders in this process for long enough to be worth the second compiler.
compiler=(-XX:TieredStopAtLevel=1)
[ "${1:-}" = exec ] && compiler=()

# One word a line: paths may have spaces.
words=
[ ${#launcher[@]} -eq 0 ] || printf -v words '%s\n' "${launcher[@]}"

exec "${launcher[@]}" "$java_home/bin/java" "${compiler[@]}" \
  -XX:+UseSerialGC -Xmx"${COOPCTS_HEAP:-1g}" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  -Dcoopcts.home="$home" -Dcoopcts.script="$here/run-cts.sh" -Dcoopcts.cache="$cache" -Dcoopcts.launcher="$words" \
  -cp "$home/lib/*" coopcts.cli.Main "$@"
