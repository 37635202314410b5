#!/usr/bin/env bash
# Keeps what classes are when they are loaded, for whatever starts next: a third of a start.
#
#   warm.sh JAVA_HOME HOME CACHE      writes start.aot (JEP 514) beside HOME, what was built
#
# Nothing needs the file: where it cannot be written there is none.
set -euo pipefail
java_home=$1 home=$2 cache=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
aot=$(dirname "$home")/start.aot

folder=$(mktemp -d)
trap 'rm -rf "$folder" "$aot.new" "$aot.new.config"' EXIT
rm -f "$aot"
if "$java_home/bin/java" @"$here/java.options" -XX:TieredStopAtLevel=1 -Xmx1g \
  -XX:AOTCacheOutput="$aot.new" '-Xlog:aot*=off' -Dcoopcts.home="$home" -Dcoopcts.cache="$cache" -cp "$home/lib/*" \
  coopcts.cli.Warm "$folder" >"$folder/said" 2>&1 </dev/null && [ -f "$aot.new" ]; then
  mv -f "$aot.new" "$aot"
fi
