#!/usr/bin/env bash
# Unpacks packages of Debian, with every package that they need, into a folder. Needs no root; nothing else changes.
#
#   debian.sh WORK ARCHITECTURE SUITES PACKAGE...
#
# SUITES: one or several by commas; the last one's versions are preferred. WORK/root has the files afterwards and
# WORK/archives the packages. The mirror is the machine's own, or COOPCTS_DEBIAN_MIRROR.
set -euo pipefail

work=${1:?usage: debian.sh WORK ARCHITECTURE SUITES PACKAGE...}
architecture=$2
IFS=, read -ra suites <<<"$3"
shift 3

fail() {
  echo "coopcts: $*" >&2
  exit 3
}

command -v apt-get >/dev/null || fail "this system has no apt-get"
command -v dpkg-deb >/dev/null || fail "dpkg-deb is missing; install dpkg"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f "$keyring" ] || fail "the keyring $keyring is missing; install debian-archive-keyring"

mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
  grep -v '^#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' ' || true)
mirror=${COOPCTS_DEBIAN_MIRROR:-${mirror:-http://deb.debian.org/debian}}

mkdir -p "$work"/{state/lists/partial,archives/partial,etc,root}
: >"$work/state/status"
for suite in "${suites[@]}"; do
  echo "deb [arch=$architecture signed-by=$keyring] $mirror $suite main"
done >"$work/etc/sources.list"
apt=(apt-get -q -y
  -o APT::Architecture="$architecture" -o APT::Architectures="$architecture"
  -o Dir::State="$work/state" -o Dir::State::status="$work/state/status"
  -o Dir::Etc::sourcelist="$work/etc/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o Dir::Etc::preferencesparts=/dev/null -o Dir::Etc::preferences=/dev/null
  -o Dir::Cache="$work" -o Dir::Cache::archives="$work/archives"
  -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1
  -o Acquire::Retries=2 -o Acquire::http::Timeout=30 -o Acquire::Languages=none)

why() {
  grep -m1 -E '^(E|W|Err)' "$work/log" || tail -n 1 "$work/log"
}

echo "coopcts: fetching $* ($architecture) from $mirror, once" >&2
"${apt[@]}" update >"$work/log" 2>&1 && ! grep -q '^\(Err\|E:\)' "$work/log" ||
  fail "the Debian mirror $mirror did not answer for ${suites[*]} ($(why)); set COOPCTS_DEBIAN_MIRROR"
"${apt[@]}" install --no-install-recommends --download-only -t "${suites[-1]}" "$@" >"$work/log" 2>&1 ||
  fail "the packages could not be fetched from $mirror ($(why))"
for archive in "$work"/archives/*.deb; do
  dpkg-deb -x "$archive" "$work/root" || fail "$archive does not unpack"
done
