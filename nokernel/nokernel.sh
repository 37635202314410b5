#!/usr/bin/env bash
# Makes Mesa's drivers open devices that are not there. Prints lines to be read by run-cts.sh: the library to preload, and
# what goes into the environment, as NAME=VALUE.
#
#   nokernel.sh CACHE_DIR NOKERNEL_DIR DEVICE [MESA_DIR]
#
# NOKERNEL_DIR has the C sources, devices.tsv and, in a bundle, the library itself; MESA_DIR has a vendor's library where no
# VK_DRIVER_FILES says which one is meant. Exits with 4 where devices.tsv has no such device.
set -euo pipefail

cache=$1 source=$2 device=$3 mesa=${4:-}

fail() {
  echo "coopcts: $*" >&2
  exit 3
}

row=$(awk -F'\t' -v name="$device" '$1 == name' "$source/devices.tsv")
[ -n "$row" ] || exit 4
library=$(cut -f2 <<<"$row")

nokernel=$source/nokernel.so
if [ ! -f "$nokernel" ]; then
  # Another text is another library: two checkouts may share a cache.
  nokernel=$cache/nokernel-$(cat "$source"/*.[ch] | cksum | cut -d' ' -f1).so
  if [ ! -f "$nokernel" ]; then
    command -v cc >/dev/null || fail "compile:$device needs a C compiler, as cc; install gcc and libc6-dev"
    mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] || fail "cannot write to $cache; set COOPCTS_CACHE to a folder that can be written"
    said=$(cc -shared -fPIC -O2 -o "$nokernel.$$" "$source"/*.c -ldl 2>&1) ||
      fail "compile:$device: $source does not compile here: $(head -n 1 <<<"$said")"
    mv "$nokernel.$$" "$nokernel"
  fi
fi
echo "$nokernel"

if [ -n "$mesa" ]; then
  [ -f "$mesa/$library" ] || fail "compile:$device needs $library, which $mesa does not have"
  icd=$cache/nokernel-$(cksum <<<"$mesa/$library" | cut -d' ' -f1).json
  mkdir -p "$cache"
  echo "{\"ICD\": {\"api_version\": \"1.4.0\", \"library_path\": \"$mesa/$library\"}, \"file_format_version\": \"1.0.1\"}" >"$icd.$$"
  mv "$icd.$$" "$icd"
  echo "VK_DRIVER_FILES=$icd"
fi
echo "NOKERNEL=$(cut -f3 <<<"$row")"
echo "COOPCTS_NOKERNEL=$device"
# What was compiled before must not hide what the compiler does.
echo "MESA_SHADER_CACHE_DISABLE=1"
case $device in
  nvk-*) echo "NVK_I_WANT_A_BROKEN_VULKAN_DRIVER=1" ;;
  # The compiler's own checks of its instructions and of its registers.
  radv-*) echo "ACO_DEBUG=${ACO_DEBUG:-validateir,validatera}" ;;
esac
