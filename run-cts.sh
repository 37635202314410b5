#!/usr/bin/env bash
# CoopCTS: the one entry point. ./run-cts.sh help tells the commands; without one, the suite runs.
set -euo pipefail

# Exit code 1 is the driver's alone: whatever ends this script before the suite begins is 2 or 3.
trap 'code=$?; [ $code = 0 ] || [ $code = 2 ] || exit 3' EXIT

# A closed stream's number would go to a file of the suite. What is written to none is missed, as on a full disk.
{ : <&0; } 2>/dev/null || exec </dev/null
{ : >&1; } 2>/dev/null || exec >/dev/full
{ : >&2; } 2>/dev/null || exec 2>/dev/null

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

# Java's own exit code is 1 where it cannot start. So it starts twice: first to say no more than that it has come
# up, with the same options and limits.
start() {
  local said
  said=$("$@" -Dcoopcts.ready=true coopcts.cli.Main 2>&1 </dev/null) || true
  case $said in
    *"coopcts: ready"*) ;;
    *)
      said=$(grep -vE '^(NOTE: )?Picked up |Could not create the Java Virtual Machine|A fatal exception has occurred' \
        <<<"$said" | head -n 3 | tr -s '[:space:][:cntrl:]' ' ' | cut -c 1-300 || true)
      fail "Java does not start with these options and limits: ${said:-it says nothing}"
      ;;
  esac
  return 0
}

# A Java for a bundle that has none inside.
find_java() {
  local on_path candidate version
  on_path=$(command -v java || true)
  for candidate in "${JAVA_HOME:-}" "${on_path:+$(dirname "$(dirname "$(readlink -f "$on_path")")")}" \
    /usr/lib/jvm/* "$(/usr/libexec/java_home 2>/dev/null || true)" "$cache/jdk-$jdk/jdk"; do
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$candidate/release" 2>/dev/null || true)
    if [ -x "$candidate/bin/java" ] && [ "${version:-0}" -ge "$jdk" ]; then
      echo "$candidate"
      return
    fi
  done
  fail "this bundle has no Java inside; install Java $jdk or newer, or set JAVA_HOME"
}

# Whether what is built is newer than all that it is made of.
is_built() {
  [ -f "$home/built" ] && [ -z "$(find "$here"/pom.xml "$here"/replay "$here"/{generators,cases,reports,suite}/{pom.xml,src/main} -newer "$home/built" -type f -print -quit)" ]
}

# Two that start at once build once: the second waits for the first.
build() {
  is_built && return
  mkdir -p "$here/suite/target"
  local lock=$here/suite/target/building
  (
    ! command -v flock >/dev/null || flock 9
    is_built || make
  ) 9>"$lock"
}

make() {
  local maven=./mvnw
  ! command -v mvn >/dev/null || maven=mvn
  echo "coopcts: building, once" >&2
  local log
  log=$(mktemp)
  local commit date
  commit=$(git -C "$here" rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
  date=$(git -C "$here" show -s --format=%cs HEAD 2>/dev/null || echo unknown)
  if ! (cd "$here" && JAVA_HOME=$java_home "$maven" -B -q -Dmaven.test.skip -Dspotless.check.skip \
    -Dcoopcts.commit="$commit" -Dcoopcts.date="$date" package >"$log" 2>&1); then
    { grep -E '^\[ERROR\]|^coopcts: ' "$log" || tail -n 5 "$log"; } | head -n 5 >&2
    fail "the build failed; its log is $log"
  fi
  rm -f "$log"
  touch "$home/built"
  "$scripts/warm.sh" "$java_home" "$home" "$cache" || true
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

# A folder for what a crash leaves: beside dEQP's log.
log_folder() {
  local log=TestResults.qpa
  while [ $# -gt 0 ]; do
    case $1 in
      --deqp-log-filename) log=${2:-} ;;
      --deqp-log-filename=*) log=${1#*=} ;;
    esac
    shift
  done
  dirname "$log"
}

# Whether the system's own lavapipe has cooperative matrices.
system_lavapipe() {
  local version
  version=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers 2>/dev/null) || return 1
  dpkg --compare-versions "$version" ge 26.1
}

heap=1g
case ${1:-} in coverage-points | tried | faults) heap=2g ;; esac
heap=${COOPCTS_HEAP:-$heap}
if ! [[ $heap =~ ^[1-9][0-9]{0,17}[kKmMgGtT]?$ ]]; then
  echo "coopcts: COOPCTS_HEAP is a size such as 4g or 800m, not '$heap'" >&2
  exit 2
fi
files=$(ulimit -n)
[ "$files" = unlimited ] || [ "$files" -ge 64 ] || fail "at least 64 files have to be open at once; ulimit -n says $files"
# Without a character set names of files that are not ASCII are lost in Java.
if [ "$(locale charmap 2>/dev/null || true)" = ANSI_X3.4-1968 ]; then
  { export LC_ALL=C.UTF-8; } 2>/dev/null
fi

scripts=$here/suite/src/main/scripts
aot=$here/suite/target/start.aot
if [ -d "$here/lib" ]; then
  home=$here
  options=$here/java.options
  java_home=$here/runtime
  [ -x "$java_home/bin/java" ] || java_home=$(find_java)
else
  java_home=$("$scripts/java.sh" "$cache")
  home=$here/suite/target/coopcts
  options=$scripts/java.options
  build
fi

# A Mesa of Debian's, unpacked, and its C library's loader to start Java with.
launcher=()
use_mesa() {
  local provider=$scripts/lavapipe.sh
  mesa=${COOPCTS_MESA:-}
  if [ -z "$mesa" ]; then
    [ -x "$provider" ] || fail "a bundle does not fetch Mesa; $1"
    mesa=$("$provider" "$cache")
  fi
  export VK_ADD_LAYER_PATH=$mesa/layers
  if [ -f "$java_home/bin/.java" ]; then
    # A fetched JDK brings the C library already.
    export COOPCTS_LIBRARIES=$mesa
  else
    launcher=("$mesa/ld-linux-x86-64.so.2" --library-path "$mesa")
  fi
}

# A device that is not there: a Mesa driver, and what answers in its kernel's place.
use_nokernel() {
  local name=$1 mesa='' said line nokernel=$here/nokernel
  [ -d "$nokernel" ] || fail "compile:$name is for x86-64 Linux; the bundle of that platform has it"
  [ -n "${VK_DRIVER_FILES:-}" ] || use_mesa "set COOPCTS_MESA to a folder with one, or VK_DRIVER_FILES"
  said=$("$nokernel/nokernel.sh" "$cache" "$nokernel" "$name" "$mesa") || case $? in
    4) return 0 ;; # what is no device is said with all other wrong usage
    *) exit 3 ;;
  esac
  while IFS= read -r line; do
    case $line in
      *=*) export "${line?}" ;;
      *) preload=$line ;;
    esac
  done <<<"$said"
  if [ ${#launcher[@]} -gt 0 ]; then
    launcher+=(--preload "$preload")
  else
    export LD_PRELOAD=$preload${LD_PRELOAD:+:$LD_PRELOAD}
  fi
}

device=$(device "$@")
case $device in
  lavapipe)
    if [ -n "${COOPCTS_MESA:-}" ] || ! system_lavapipe; then
      use_mesa "install Mesa 26.1 or newer and use --device vulkan"
      export VK_DRIVER_FILES=$mesa/lvp_icd.json
    fi
    ;;
  compile:vulkan*) ;;
  compile:*) use_nokernel "${device#compile:}" ;;
esac

# Only these work in this process for long enough to be worth the second compiler; coverage-points and faults on all cores.
compiler=(-XX:TieredStopAtLevel=1)
case ${1:-} in
  exec | report | dashboard | merge | collect) compiler=() ;;
  deqp) compiler+=(-XX:-CreateCoredumpOnCrash -XX:ErrorFile="$(log_folder "$@")/hs_err_%p.log") ;;
  coverage-points | tried | faults) compiler=(-XX:-UseSerialGC -XX:+UseParallelGC) ;;
esac

# One word a line: paths may have spaces.
words=
[ ${#launcher[@]} -eq 0 ] || printf -v words '%s\n' "${launcher[@]}"

# The Bash of macOS takes an empty list for none.
java=(${launcher[@]+"${launcher[@]}"} "$java_home/bin/java" @"$options" ${compiler[@]+"${compiler[@]}"} -Xmx"$heap"
  -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -Dcoopcts.home="$home" -Dcoopcts.script="$here/run-cts.sh"
  -Dcoopcts.cache="$cache" -Dcoopcts.launcher="$words" -Dcoopcts.mesa="${mesa:-}")
classes=(-cp "$home/lib/*")
start "${java[@]}" "${classes[@]}"
# Of other classes or another Java it is left alone, and nothing is said. A start for two words is shorter without it.
[ ! -f "$aot" ] || java+=(-XX:AOTCache="$aot" '-Xlog:aot*=off' -Dcoopcts.aot="$aot")
exec "${java[@]}" "${classes[@]}" coopcts.cli.Main "$@"
