#!/usr/bin/env bash
# Prints the home of a JDK 25 or newer: one that is there, else one that is fetched, once and without root.
#
#   java.sh CACHE_DIR
#
# What is fetched: Debian's packages where there is apt-get, else Eclipse Temurin from Adoptium with its checksum.
# Nothing outside CACHE_DIR changes.
set -euo pipefail

cache=${1:?usage: java.sh CACHE_DIR}
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jdk=25
home=$cache/jdk-$jdk
adoptium=${COOPCTS_ADOPTIUM:-https://api.adoptium.net/v3}

fail() {
  echo "coopcts: $*" >&2
  exit 3
}

# The major version of a JDK folder, from its release file.
version_of() {
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

on_path=$(command -v javac || true)
for candidate in "${JAVA_HOME:-}" "${on_path:+$(dirname "$(dirname "$(readlink -f "$on_path")")")}" \
  /usr/lib/jvm/* "$(/usr/libexec/java_home 2>/dev/null || true)" "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
  "${HOME:-}"/.local/share/mise/installs/java/* /opt/jdk* "$home"/jdk; do
  if [ -x "$candidate/bin/javac" ] && [ "$(version_of "$candidate")" -ge "$jdk" ] 2>/dev/null; then
    echo "$candidate"
    exit
  fi
done

case $(uname -s)-$(uname -m) in
  Linux-x86_64) architecture=amd64 temurin=x64 loader=ld-linux-x86-64.so.2 ;;
  Linux-aarch64) architecture=arm64 temurin=aarch64 loader=ld-linux-aarch64.so.1 ;;
  *) fail "no JDK $jdk or newer was found; install one or set JAVA_HOME" ;;
esac
install="no JDK $jdk or newer was found; install openjdk-$jdk-jdk-headless or temurin-$jdk-jdk, or set JAVA_HOME"
mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] || fail "$install (nothing can be fetched: $cache cannot be written)"
# What a killed one has left: nothing takes an hour.
find "$cache" -maxdepth 1 -name 'jdk.??????' -mmin +60 -exec rm -rf {} + 2>/dev/null || true
work=$(mktemp -d "$cache/jdk.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The tools find their home by the place of what was started, the loader: it has to lie in lib.
#
# A program of the packages runs with their C library where this system's is older. COOPCTS_LIBRARIES has more
# folders of libraries, such as a driver's.
wrap() {
  local program=$1 name
  name=$(basename "$program")
  [ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || return 0
  mv "$program" "$(dirname "$program")/.$name"
  cat >"$program" <<WRAPPER
#!/bin/sh
here=\$(dirname "\$(readlink -f "\$0")")
exec "\$here/$2/$loader" --library-path "\$here/$2\${COOPCTS_LIBRARIES:+:\$COOPCTS_LIBRARIES}" "\$here/.$name" "\$@"
WRAPPER
  chmod +x "$program"
}

from_debian() {
  "$scripts/debian.sh" "$work" "$architecture" trixie openjdk-$jdk-jdk-headless ca-certificates || return 1
  local jvm=$work/root/usr/lib/jvm/java-$jdk-openjdk-$architecture link target program
  # The configuration is links into /etc.
  find "$jvm" -type l | while read -r link; do
    target=$(readlink "$link")
    case $target in
      /etc/*) if [ -f "$work/root$target" ]; then rm "$link" && cp "$work/root$target" "$link"; fi ;;
    esac
  done
  mkdir -p "$work/home"
  mv "$jvm" "$work/home/jdk"
  local libraries=$work/home/jdk/lib/debian
  if ! "$work/home/jdk/bin/java" -version >/dev/null 2>&1; then
    mkdir "$libraries"
    find "$work/root" \( -path '*/lib/*-linux-gnu/*' -o -path '*/lib64/*' \) -name '*.so*' \
      -exec cp -a -t "$libraries" {} + 2>/dev/null || true
    cp -fL "$(find "$work/root" -name "$loader" | head -n 1)" "$libraries/$loader"
    for program in "$work"/home/jdk/bin/*; do wrap "$program" ../lib/debian; done
    for program in "$work"/home/jdk/lib/{jspawnhelper,jexec}; do [ ! -f "$program" ] || wrap "$program" debian; done
  fi
  # Whom to trust: as this system does, else as Debian does.
  local certificates=/etc/ssl/certs/ca-certificates.crt
  if [ ! -s "$certificates" ]; then
    certificates=$work/home/certificates.pem
    cat "$work"/root/usr/share/ca-certificates/mozilla/*.crt >"$certificates"
  fi
  rm -f "$work/home/jdk/lib/security/cacerts"
  "$work/home/jdk/bin/java" "$scripts/TrustStore.java" "$certificates" "$work/home/jdk/lib/security/cacerts" ||
    { echo "coopcts: Debian's JDK does not start here" >&2; return 1; }
}

from_adoptium() {
  command -v curl >/dev/null || { echo "coopcts: curl is missing" >&2; return 1; }
  local answer link checksum
  answer=$(curl -fsSL --max-time 60 \
    "$adoptium/assets/latest/$jdk/hotspot?architecture=$temurin&image_type=jdk&os=linux&vendor=eclipse") || return 1
  link=$(grep -oE '"link": *"[^"]*\.tar\.gz"' <<<"$answer" | head -n 1 | cut -d'"' -f4)
  checksum=$(grep -oE '"checksum": *"[0-9a-f]{64}"' <<<"$answer" | head -n 1 | cut -d'"' -f4)
  [ -n "$link" ] && [ -n "$checksum" ] || { echo "coopcts: $adoptium names no JDK" >&2; return 1; }
  echo "coopcts: fetching $link, once" >&2
  curl -fsSL -o "$work/jdk.tar.gz" "$link" || return 1
  echo "$checksum  $work/jdk.tar.gz" | sha256sum -c --status ||
    { echo "coopcts: $link has not the checksum that $adoptium says" >&2; return 1; }
  mkdir -p "$work/home/jdk"
  tar -xzf "$work/jdk.tar.gz" -C "$work/home/jdk" --strip-components 1
}

fetched=
if command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null && from_debian; then
  fetched=1
fi
if [ -z "$fetched" ]; then
  rm -rf "$work/home"
  from_adoptium || fail "$install"
fi
[ -x "$work/home/jdk/bin/javac" ] || fail "$install"
rm -rf "$home"
mv "$work/home" "$home"
echo "$home/jdk"
