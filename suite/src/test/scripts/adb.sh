#!/usr/bin/env bash
# Stands in for adb: phones are folders in $PHONES, named after their serials, whose processor is this machine's.
#
#   offline      the phone is not there before this moment (seconds since 1970)
#   battery      what dumpsys says
#   launch       words in front of a program that is started on the phone
#   kind         a word behind the device's name in the phone's report
#   reboot       behind so many cases an agent's link drops, once, and the phone is gone for twelve seconds
#   drop         behind so many cases an agent's link drops, once
#
# A package is a library that stub-android runs, beside the phones; the name of its socket has the words of socket behind it.
# It is the process that ends where a program's link drops. Each answer takes a while.
# Cases are counted in the journals that the pattern $JOURNALS names.
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

# Drops the link of an agent, whose process is in a file; a phone that boots anew is gone for a while.
misfortune() {
  local what=$1 gone=$2 process=$3
  if mv "$phone/$what" "$phone/$what.$$" 2>/dev/null; then
    local after
    after=$(cat "$phone/$what.$$")
    # In a session of its own, as it comes from outside: the suite ends what it started itself.
    setsid bash -c 'until [ "$(cat $JOURNALS 2>/dev/null | grep -c "\"case\"")" -ge "$1" ]; do
        [ -d "$3" ] || exit
        sleep 0.1
      done
      [ "$2" = 0 ] || echo $(($(date +%s) + $2)) >"$3/offline"
      echo "$4 at $(date +%s)" >>"$3/log"
      kill -9 "$(cat "$5")"' misfortune "$after" "$gone" "$phone" "$what" "$process" >/dev/null 2>&1 </dev/null &
  fi
}

case $1 in
  push) cp "$2" "$phone/$(basename "$3")" ;;
  install) unzip -p "$2" lib/x86_64/libcoopcts-agent.so >"$phone/library.so" ;;
  uninstall) rm "$phone/library.so" ;;
  forward)
    if [ "$2" = --list ]; then
      cat "$PHONES"/*/forward 2>/dev/null || true
    else
      port=$("$PHONES/stub-android" forward "${3#localabstract:}$(cat "$phone/socket")" "$phone/forwards")
      echo "$serial tcp:$port $3" >"$phone/forward"
      echo "$port"
    fi
    ;;
  logcat)
    echo "--------- beginning of crash"
    echo "F libc: Fatal signal 11 in coopcts-agent on $serial"
    cat "$phone/logcat" 2>/dev/null || true
    ;;
  shell)
    shift
    [ "$1" != -T ] || shift
    case $* in
      *boot_completed*) ;;
      mkdir* | chmod*) ;;
      "dumpsys battery"*) cat "$phone/battery" ;;
      "pm list packages coopcts.agent") [ ! -f "$phone/library.so" ] || echo package:coopcts.agent ;;
      "am force-stop coopcts.agent") [ ! -f "$phone/app" ] || kill -9 "$(cat "$phone/app")" 2>/dev/null || true ;;
      "am start -W -n coopcts.agent/android.app.NativeActivity")
        read -ra launch <"$phone/launch"
        setsid "${launch[@]}" "$PHONES/stub-android" run "$phone/library.so" >>"$phone/logcat" 2>&1 </dev/null &
        echo $! >"$phone/app"
        misfortune reboot 12 "$phone/app"
        misfortune drop 0 "$phone/app"
        ;;
      "pidof coopcts.agent || true") kill -0 "$(cat "$phone/app")" 2>/dev/null && cat "$phone/app" || true ;;
      *tombstones*) echo "*** *** *** of $serial" ;;
      */coopcts-agent" --report")
        read -ra launch <"$phone/launch"
        "${launch[@]}" "$phone/coopcts-agent" --report | sed "s/\"name\":\"[^\"]*/& $(cat "$phone/kind" 2>/dev/null)/"
        ;;
      */coopcts-agent*)
        echo $$ >"$phone/agent.$$"
        misfortune reboot 12 "$phone/agent.$$"
        misfortune drop 0 "$phone/agent.$$"
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
