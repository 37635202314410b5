#!/usr/bin/env bash
# Stands in for adb: phones are folders in $PHONES, named after their serials, whose processor is this machine's.
#
#   offline      the phone is not there before this moment (seconds since 1970)
#   battery      what dumpsys says
#   launch       words in front of a program that is started on the phone
#   kind         a word behind the device's name in the phone's report
#   reboot       after so many seconds an agent's link drops, once, and the phone is gone for twelve seconds
#   drop         after so many seconds an agent's link drops, once
#
# Each answer takes a while.
set -euo pipefail

die() {
  echo "adb: $*" >&2
  exit 1
}

if [ "$1" = devices ]; then
  echo "List of devices attached"
  for phone in "$PHONES"/*/; do printf '%s\tdevice\n' "$(basename "$phone")"; done
  printf 'R0UNKNOWN\tunauthorized\n'
  exit
fi
[ "$1" = -s ] || die "the stand-in takes -s"
serial=$2
phone=$PHONES/$serial
shift 2
[ -d "$phone" ] || die "device '$serial' not found"
sleep 0.1

there() { [ ! -f "$phone/offline" ] || [ "$(date +%s)" -ge "$(cat "$phone/offline")" ]; }

if [ "$1" = wait-for-device ]; then
  until there; do sleep 0.2; done
  shift
  [ $# -gt 0 ] || exit 0
fi
there || die "device '$serial' not found"

# Drops the link of the agent that is this script's process; a phone that boots anew is gone for a while.
misfortune() {
  local what=$1 gone=$2
  if mv "$phone/$what" "$phone/$what.$$" 2>/dev/null; then
    local after pid=$$
    after=$(cat "$phone/$what.$$")
    (
      exec >/dev/null 2>&1 <&-
      sleep "$after"
      [ "$gone" = 0 ] || echo $(($(date +%s) + gone)) >"$phone/offline"
      echo "$what at $(date +%s)" >>"$phone/log"
      kill -9 "$pid"
    ) &
  fi
}

case $1 in
  push) cp "$2" "$phone/$(basename "$3")" ;;
  logcat) echo "--------- beginning of crash"; echo "F libc: Fatal signal 11 in coopcts-agent on $serial" ;;
  shell)
    shift
    [ "$1" != -T ] || shift
    case $* in
      *boot_completed*) ;;
      mkdir* | chmod*) ;;
      "dumpsys battery"*) cat "$phone/battery" ;;
      *tombstones*) echo "*** *** *** of $serial" ;;
      */coopcts-agent" --report")
        read -ra launch <"$phone/launch"
        "${launch[@]}" "$phone/coopcts-agent" --report | sed "s/\"name\":\"[^\"]*/& $(cat "$phone/kind" 2>/dev/null)/"
        ;;
      */coopcts-agent*)
        misfortune reboot 12
        misfortune drop 0
        words=("$@")
        read -ra words <<<"${words[*]}"
        words[0]=$phone/coopcts-agent
        read -ra launch <"$phone/launch"
        exec "${launch[@]}" "${words[@]}"
        ;;
      *) die "the stand-in does not know: $*" ;;
    esac
    ;;
  *) die "the stand-in does not know: $*" ;;
esac
