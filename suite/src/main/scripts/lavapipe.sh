#!/usr/bin/env bash
# Provides Mesa's lavapipe without root: prints the folder that holds its libraries, the loader and the ICD file.
#
#   lavapipe.sh CACHE_DIR [SUITES]      unpacks it below CACHE_DIR on the first call, and only prints the folder afterwards
#
# The packages come from the machine's own Debian mirror, suites trixie and trixie-backports or those that SUITES names,
# separated by commas, for another Mesa with all its drivers, with every library they need, the C library included, so that any x86-64 Linux that has apt can run them. Nothing outside CACHE_DIR changes.
set -euo pipefail

cache=${1:?usage: lavapipe.sh CACHE_DIR [SUITES]}
suites=${2:-trixie,trixie-backports}
release=26.1
home=$cache/lavapipe-$release
[ $# -lt 2 ] || home=$cache/mesa-${suites//,/-}
packages=(mesa-vulkan-drivers libvulkan1 vulkan-validationlayers libgcc-s1 zlib1g)

fail() {
  echo "coopcts: lavapipe: $*" >&2
  exit 3
}

[ -f "$home/complete" ] && { echo "$home"; exit 0; }
command -v apt-get >/dev/null || fail "this system has no apt-get to fetch Mesa with; install Mesa $release or newer (lavapipe) and use --device vulkan"
[ "$(uname -m)" = x86_64 ] || fail "only x86-64 Linux is served; install Mesa $release or newer and use --device vulkan"

mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] || fail "cannot write to $cache; set COOPCTS_CACHE to a folder that can be written"
# What a killed one has left: nothing takes an hour.
find "$cache" -maxdepth 1 -name 'lavapipe.??????' -mmin +60 -exec rm -rf {} + 2>/dev/null || true
work=$(mktemp -d "$cache/lavapipe.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$(dirname "${BASH_SOURCE[0]}")/debian.sh" "$work" amd64 "$suites" "${packages[@]}"

# One flat folder of libraries: the dynamic loader takes it as its only library path.
mkdir -p "$work/home"
find "$work/root" \( -path '*/lib/x86_64-linux-gnu/*' -o -path '*/lib64/*' \) -name '*.so*' \
  -exec cp -a -t "$work/home" {} + 2>/dev/null || true
loader=$(find "$work/root" -name 'ld-linux-x86-64.so.2' | head -n 1)
[ -n "$loader" ] || fail "the C library's loader is missing among the packages"
cp -fL "$loader" "$work/home/ld-linux-x86-64.so.2"
[ -f "$work/home/libvulkan_lvp.so" ] || fail "libvulkan_lvp.so is missing among the packages"
version=$(dpkg-deb -f "$work"/archives/mesa-vulkan-drivers_*.deb Version)
cat >"$work/home/lvp_icd.json" <<EOF
{"ICD": {"api_version": "1.4.0", "library_path": "$home/libvulkan_lvp.so"}, "file_format_version": "1.0.1"}
EOF
mkdir -p "$work/home/layers"
for layer in "$work"/root/usr/share/vulkan/explicit_layer.d/*validation*.json; do
  sed "s#\"library_path\": *\"[^\"]*\"#\"library_path\": \"$home/libVkLayer_khronos_validation.so\"#" "$layer" \
    >"$work/home/layers/$(basename "$layer")"
done
echo "$version" >"$work/home/complete"
rm -rf "$home"
mv "$work/home" "$home"
echo "$home"
