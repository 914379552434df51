#!/bin/sh
# Prints, for each row, the instructions that one more value takes, and the bound: a table.
# They are counted by callgrind, as (Ir(2n) - Ir(n)) / n, in a release build.
# Arguments: words that a row's name must contain, or none for all rows. Status 1 if one is over.
set -eu
cd "$(dirname "$0")"
swift build -c release --product PortableCombineBenchmark >&2
program=$(swift build -c release --show-bin-path)/PortableCombineBenchmark
n=20000

instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 >/dev/null |
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

tab=$(printf '\t')
status=0
printf '| %-62s | %6s | %6s |\n|%s|%s|%s|\n' row ours bound -- -: -:
rows=$("$program")
while IFS=$tab read -r index bound name; do
  case $name in *"$*"*) ;; *) continue ;; esac
  once=$(instructions "$index" $n </dev/null)
  twice=$(instructions "$index" $((2 * n)) </dev/null)
  ours=$(((twice - once) / n))
  printf '| %-62s | %6d | %6d |\n' "$name" "$ours" "$bound"
  [ "$ours" -le "$bound" ] || status=1
done <<EOF
$rows
EOF
exit $status
