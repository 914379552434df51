#!/bin/sh
# Prints, for each row, the instructions that one more value takes, the bound, and the nanoseconds
# that it took here and now: a table. In a release build, instructions are counted by callgrind, as
# (Ir(2n) - Ir(n)) / n, and nanoseconds are the median of five such differences of CPU time.
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

# CPU time of one run, in microseconds.
microseconds() {
  bash -c 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1' _ "$program" "$1" "$2" 2>&1 </dev/null |
    awk '{ printf "%d\n", ($1 + $2) * 1e6 }'
}

nanoseconds() {
  for _ in 1 2 3 4 5; do
    echo $(($(microseconds "$1" 2000000) - $(microseconds "$1" 1000000)))
  done | sort -n | sed -n 3p
}

tab=$(printf '\t')
status=0
printf '| %-62s | %6s | %6s | %6s |\n|%s|%s|%s|%s|\n' row ours bound ns -- -: -: -:
rows=$("$program")
while IFS=$tab read -r index bound name; do
  case $name in *"$*"*) ;; *) continue ;; esac
  once=$(instructions "$index" $n </dev/null)
  twice=$(instructions "$index" $((2 * n)) </dev/null)
  ours=$(((twice - once) / n))
  # Microseconds for a million values more: the thousandth part are nanoseconds for one.
  printf '| %-62s | %6d | %6d | %6d |\n' "$name" "$ours" "$bound" \
    "$(($(nanoseconds "$index") / 1000))"
  [ "$ours" -le "$bound" ] || status=1
done <<EOF
$rows
EOF
exit $status
