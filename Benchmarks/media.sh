#!/bin/bash
# Compares reading a file, reporting on its timing and printing its packets with C loops over
# FFmpeg: a table of CPU time and peak memory, each the median of interleaved pairs of runs, which
# load on the machine hits alike. Status 1 if a ratio is over its bound.
#
# Usage: Benchmarks/media.sh [PAIRS [FILE]]   7 pairs; FILE is made by ffmpeg, 10 minutes long.
set -euo pipefail
cd "$(dirname "$0")"
pairs=${1:-7}
build=.build/media
mkdir -p $build
file=${2:-$build/ten-minutes.mp4}
if [ ! -e "$file" ]; then
  ffmpeg -v error -y -f lavfi -i testsrc2=s=640x360:r=30:d=600 -f lavfi -i sine=d=600:r=48000 \
    -c:v libx264 -preset ultrafast -bf 2 -g 60 -b:v 1M -c:a aac -b:a 128k "$file.part.mp4"
  mv "$file.part.mp4" "$file"
fi
cc -O2 -Wall -o $build/read-packets Media/read-packets.c \
  $(pkg-config --cflags --libs libavformat libavcodec libavutil)
cc -O2 -Wall -o $build/cost Media/cost.c
swift build -c release --product MediaBenchmark >&2
# As `make install` builds it.
installed=(-c release --static-swift-stdlib --scratch-path .build/install)
(cd .. && swift build "${installed[@]}" --product playhead >&2)
scan=$(swift build -c release --show-bin-path)/MediaBenchmark
playhead=$(cd .. && swift build "${installed[@]}" --show-bin-path)/playhead

median() { sort -n | awk '{ row[NR] = $1 } END { print row[int((NR + 1) / 2)] }'; }

status=0
printf '| %-22s | %7s | %7s | %6s | %6s | %8s | %8s | %6s | %6s |\n' row 'ours ms' 'C ms' ratio \
  bound 'ours kB' 'C kB' ratio bound
printf '|-|-:|-:|-:|-:|-:|-:|-:|-:|\n'
# NAME BOUND OUR-COMMAND -- C-COMMAND
compare() {
  local name=$1 bound=$2 ours=() other=() i
  shift 2
  while [ "$1" != -- ]; do ours+=("$1"); shift; done
  shift
  other=("$@")
  : >$build/ours; : >$build/other
  for ((i = 0; i < pairs; i++)); do
    $build/cost "${ours[@]}" >>$build/ours
    $build/cost "${other[@]}" >>$build/other
  done
  local row
  row=$(printf '%s ' "$(cut -d' ' -f1 $build/ours | median)" \
    "$(cut -d' ' -f1 $build/other | median)" "$(cut -d' ' -f2 $build/ours | median)" \
    "$(cut -d' ' -f2 $build/other | median)")
  awk -v name="$name" -v bound="$bound" '{
    printf "| %-22s | %7d | %7d | %6.3f | %6s | %8d | %8d | %6.3f | %6s |\n",
      name, $1 / 1000, $2 / 1000, $1 / $2, bound, $3, $4, $3 / $4, 1.2
    exit !($1 / $2 <= bound && $3 / $4 <= 1.2)
  }' <<<"$row" || status=1
}

compare 'scan' 1.15 "$scan" "$file" -- $build/read-packets "$file"
compare 'whole report' 1.3 "$playhead" analyze -f json "$file" -- $build/read-packets "$file"
compare 'timeline as CSV' 1.1 "$playhead" timeline "$file" -- $build/read-packets "$file" csv
exit $status
