#!/usr/bin/env bash
# usage: guide.sh FOLDER [GUIDE]: runs the commands of docs/guide.md of the suite in FOLDER and sees that each block ends as
# it says and prints what it says.
#
# A block ```sh runs in an empty folder; "exit=N" behind sh is the exit code of its last command (0 if it is not there). The next block
# ```text is its output: each line stands in what it printed, in this order, with any numbers. A line of … stands for any
# lines, and … at the end of a line for any text. ```text after=N holds what block N printed, from the first on.
set -euo pipefail

root=$(cd "$1" && pwd)
guide=${2:-$root/docs/guide.md}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A file for each block: number, then kind, in the order of the guide.
awk -v out="$work" '
  /^```(sh|text)/ { n++; file = sprintf("%s/%03d.block", out, n); sub(/^```/, ""); print > file; open = 1; next }
  /^```/ { open = 0; next }
  open { print > file }' "$guide"

# A user's folder.
mkdir "$work/folder"
printf '#!/bin/sh\nexec "%s/run-cts.sh" "$@"\n' "$root" >"$work/folder/run-cts.sh"
chmod +x "$work/folder/run-cts.sh"

# Numbers differ from one machine to the next.
plain() {
  sed -E 's/[0-9]+([.,][0-9]+)*/N/g; s/[[:space:]]+$//' "$1"
}

# Whether the lines of a block stand in an output, in order.
stands_in() { # block output
  plain "$2" >"$work/said"
  local wanted at=0 begin
  while IFS= read -r wanted; do
    [ "$wanted" != … ] || continue
    begin=${wanted%…}
    at=$(BEGIN=$begin WHOLE=$wanted awk -v from="$at" '
      NR > from && index($0, ENVIRON["BEGIN"]) == 1 && (ENVIRON["BEGIN"] != ENVIRON["WHOLE"] || $0 == ENVIRON["WHOLE"]) {
        print NR; exit }' "$work/said")
    if [ -z "$at" ]; then
      echo "guide: not printed: $wanted" >&2
      cat "$2" >&2
      return 1
    fi
  done < <(tail -n +2 "$1" >"$work/lines" && plain "$work/lines")
}

ran=0 output=
for block in "$work"/*.block; do
  option=
  read -r kind option <"$block" || true
  case $kind in
    sh)
      ran=$((ran + 1))
      output=$work/$ran.output
      start=$SECONDS code=0 due=${option#exit=}
      (cd "$work/folder" && tail -n +2 "$block" | bash -e) >"$output" 2>&1 </dev/null || code=$?
      echo "block $ran: exit $code, $((SECONDS - start)) s: $(sed -n 2p "$block")"
      if [ "$code" != "${due:-0}" ]; then
        echo "guide: block $ran ended with $code, not with ${due:-0}" >&2
        cat "$output" >&2
        exit 1
      fi
      ;;
    text)
      case $option in after=*) stands_in "$block" "$work/${option#after=}.output" ;; *) stands_in "$block" "$output" ;; esac
      ;;
  esac
done
[ "$ran" -ge 10 ]
echo "$ran blocks of the guide run as it says, $SECONDS s"
