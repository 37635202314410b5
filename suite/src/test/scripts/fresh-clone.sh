#!/usr/bin/env bash
# What is committed in FOLDER, cloned, built and run as somebody does who has just found the suite: ./run-cts.sh OPTION...
# Headless Chromium reads the page that the last line names, and Allure's: their numbers are those of summary.json.
#
#   fresh-clone.sh FOLDER [OPTION...]
set -euo pipefail

folder=$(realpath "${1:?usage: fresh-clone.sh FOLDER [OPTION...]}")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number='[0-9][0-9,]*'

fail() {
  echo "fresh-clone: $*" >&2
  exit 1
}

# The text of a page in one line, when its scripts have run.
text() { # page
  chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
    --virtual-time-budget=60000 --dump-dom "file://$1" 2>"$work/chromium" \
    | sed 's/<script.*<\/script>//; s/<[^>]*>//g' | tr -s '[:space:]' ' '
}

# The sum of the numbers of summary.json's counts whose verdicts match.
counted() { # verdicts
  sed -n '/^  "counts" : {/,/}/p' "$run/summary.json" | sed -nE "s/^ *\"($1)\" : ([0-9]+),?$/\2/p" \
    | awk '{ all += $1 } END { print all + 0 }'
}

# The number before words in a page's text; 0 where they are not there.
said() { # text words
  { grep -oE "$number $2" "$1" || echo 0; } | head -n 1 | cut -d ' ' -f 1 | tr -d ,
}

same() { # what number wanted
  [ "$2" = "$3" ] || fail "$1: the page says $2, summary.json $3"
  echo "$1: $2"
}

git clone -q "$folder" "$work/clone"
cd "$work/clone"
start=$SECONDS code=0
./run-cts.sh "$@" >"$work/console" || code=$?
tail -n 4 "$work/console"
[ $code -le 1 ] || fail "the run ended with $code"
page=$(realpath "$(sed -n '$s/^page: //p' "$work/console")")
[ -f "$page" ] || fail "the last line names no page"
run=$(dirname "$page")
echo "the run: exit code $code, $((SECONDS - start)) s"

text "$page" >"$work/page"
same passed "$(said "$work/page" passed)" "$(counted 'PASS|WARN')"
same failed "$(said "$work/page" failed)" "$(counted 'FAIL|CRASH|TIMEOUT|DEVICE_LOST|COMPILE_ERROR|INVALID|MISSING')"
same flaky "$(said "$work/page" flaky)" "$(counted FLAKE)"
same "not supported" "$(said "$work/page" 'not supported or skipped')" "$(counted 'NOT_SUPPORTED|SKIP')"
same unexpected "$(said "$work/page" 'cases? of [0-9,]+ came out unexpectedly')" \
  "$(sed -n 's/^  "unexpected" : \([0-9]*\),*$/\1/p' "$run/summary.json")"
text "$run/allure-report/index.html" >"$work/allure"
same "Allure's cases" "$(said "$work/allure" 'test cases')" "$(counted '.*')"
