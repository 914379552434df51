import Foundation
import PlayheadTestEnvironment
import Testing

/// Trouble around the command while it plays: suspension, clock changes, too few descriptors, files
/// that cannot be read or that change.
@Suite struct AdverseConditionTests {
  private func progress(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").compactMap { line in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return record?["type"] as? String == "progress" ? record : nil
    }
  }

  /// The first playback is suspended once it has read the whole file and can no longer stall, long
  /// before its end. The second one lasts a second, which is how long the first is suspended.
  @Test func updatesMissedWhileSuspendedAreCountedAsSkipped() throws {
    let run = try BuiltCommand.run(
      """
      mkfifo control; exec 3<>control
      "$PLAYHEAD" -r 0.2 -i 2ms -f json --control control "$MEDIA/bbb.mp4" >out & pid=$!
      until grep -qs '"duration_exact":true' out; do sleep 0.02; done
      kill -STOP $pid
      playhead -i 250ms --limit 5 "$MEDIA/bbb.mp4" >/dev/null
      kill -CONT $pid
      echo rate 16 >&3
      wait $pid; echo $? >&2
      cat out
      """)
    #expect(run.errors == "0\n")
    let records = try progress(run.output)
    let skips = records.compactMap { $0["skipped"] as? Int }
    #expect(skips.contains { $0 >= 90 })
    // Each of the 2,656 periodic updates, including the one at zero, was delivered or counted as
    // skipped. On a busy machine a stall may replace the start.
    let updates = records.count { ["started", "interval"].contains($0["cause"] as? String) }
    let isStartReported = records.first?["cause"] as? String != "stalled"
    #expect(skips.reduce(updates, +) == (isStartReported ? 2_656 : 2_655))
    let positions = records.compactMap { $0["position"] as? Double }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(!records.contains { $0["cause"] as? String == "paused" })
    #expect(records.last?["cause"] as? String == "ended")
  }

  /// A preloaded library makes each reading of the wall clock an hour earlier than the previous
  /// one.
  @Test func settingTheWallClockBackDoesNotChangePositions() throws {
    let run = try BuiltCommand.run(
      """
      $(command -v clang || echo cc) -shared -fPIC -o back.so -x c - <<'C' || exit 9
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stddef.h>
      #include <sys/time.h>
      #include <time.h>
      static _Atomic long long hours;
      int clock_gettime(clockid_t clock, struct timespec *t) {
        int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
        int result = next(clock, t);
        if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) t->tv_sec -= 3600 * ++hours;
        return result;
      }
      int gettimeofday(struct timeval *t, void *zone) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        t->tv_sec = now.tv_sec;
        t->tv_usec = now.tv_nsec / 1000;
        return 0;
      }
      time_t time(time_t *t) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (t) *t = now.tv_sec;
        return now.tv_sec;
      }
      C
      LD_PRELOAD=$PWD/back.so "$PLAYHEAD" -i 250ms -r 4 -f json "$MEDIA/bbb.mp4"
      """)
    #expect(run.status == 0 && run.errors == "")
    let records = try progress(run.output)
    let walls = records.compactMap { $0["wall_time"] as? String }
    #expect(walls.count == records.count && walls == walls.sorted(by: >))
    let positions = records.compactMap { $0["position"] as? Double }
    // A busy machine may also report stalls, even in place of the start.
    let causes = records.compactMap { $0["cause"] as? String }
    let isStartReported = causes.first != "stalled"
    #expect(positions == positions.sorted() && (positions.first == 0 || !isStartReported))
    // The start, 21 periodic updates and the end.
    let reported = causes.count { ["started", "interval", "ended"].contains($0) }
    let skips = records.compactMap { $0["skipped"] as? Int }
    #expect(skips.reduce(reported, +) == (isStartReported ? 23 : 22))
    let hosts = records.compactMap { $0["host_time_ns"] as? Int }
    #expect(hosts.count == records.count)
    // The rate is 4, and positions are rounded to a microsecond.
    let played = try #require(positions.last) - #require(positions.first)
    let elapsed = try #require(hosts.last) - #require(hosts.first)
    #expect(Double(elapsed) + 1_000 >= played / 4 * 1e9)
  }

  /// Allows from 4 to 12 descriptors: the standard three, one that loading the libraries needs, and
  /// up to eight more.
  @Test(.disabled(if: TestEffort.hasSanitizer, "The sanitizer needs descriptors of its own."))
  func withTooFewDescriptorsItPlaysOrReportsAnError() throws {
    let run = try BuiltCommand.run(
      """
      for count in 4 5 6 7 8 9 10 11 12; do
        (ulimit -n $count; exec "$PLAYHEAD" -r 16 -i 1 -f json "$MEDIA/bbb_small.mp4") \
          >out 2>err </dev/null
        echo "$? $(wc -l <err) $(tail -n 1 out | grep -c '"reason":"end"')"
        cat err >&2
      done
      """)
    let outcomes = run.lines.map(String.init)
    #expect(outcomes.count == 9 && outcomes.last == "0 0 1")
    // Each run plays the whole file or prints one error.
    #expect(outcomes.allSatisfy { $0 == "0 0 1" || $0 == "1 1 0" })
    let errors = run.errors.split(separator: "\n")
    #expect(!errors.isEmpty && errors.allSatisfy { $0.contains("Too many open files") })
  }

  /// Plays a DSF file without samples, whose first read fails.
  @Test(arguments: ["--instant", "-r 16"])
  func aFileWhoseFirstReadFailsIsReportedOnceAndTheNextOnePlays(options: String) throws {
    let run = try BuiltCommand.run(
      """
      { printf 'DSD \\34\\0\\0\\0\\0\\0\\0\\0\\134\\20\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'
        printf 'fmt \\64\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0\\0\\21\\53\\0'
        printf '\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\20\\0\\0\\0\\0\\0\\0'
        printf 'data\\14\\20\\0\\0\\0\\0\\0\\0'; head -c 4096 /dev/zero; } > empty.dsf
      playhead \(options) -i 1h -f json --log log empty.dsf $MEDIA/bbb_small.mp4 >out
      status=$?
      cmp log out >&2; cat out; exit $status
      """)
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.hasPrefix("playhead: empty.dsf: cannot read: invalid or damaged data"))
    let types = run.lines.compactMap { $0.firstMatch(of: /"type":"(\w+)"/)?.1 }
    #expect(types == ["error", "end", "open", "progress", "progress", "end"])
  }

  /// A preloaded library replaces FFmpeg's read function by one that never returns.
  @Test func aSignalEndsTheCommandWhileFFmpegBlocks() throws {
    let run = try BuiltCommand.run(
      """
      $(command -v clang || echo cc) -shared -fPIC -o spin.so -x c - <<'C' || exit 9
      #include <fcntl.h>
      #include <unistd.h>
      int av_read_frame(void *context, void *packet) {
        close(open("reading", O_CREAT | O_WRONLY, 0600));
        for (;;) pause();
      }
      C
      for command in analyze timeline --instant; do
        LD_PRELOAD=$PWD/spin.so "$PLAYHEAD" $command "$MEDIA/pygame-house_lo.wav" & pid=$!
        until [ -e reading ]; do sleep 0.02; done
        rm reading; kill -TERM $pid; wait $pid; echo $?
      done
      """)
    #expect(run.lines == ["143", "143", "143"])
  }

  @Test func aFileTruncatedDuringPlaybackPlaysWhatWasRead() throws {
    let run = try BuiltCommand.run(
      """
      mkfifo control; : >out; cp "$MEDIA/gnome-dual-monitors.webm" file.webm
      "$PLAYHEAD" --control control -i 500ms file.webm >out & pid=$!
      until [ "$(wc -l <out)" -ge 2 ]; do sleep 0.02; done
      truncate -s 150000 file.webm; echo rate 16 >control
      wait $pid; echo $? >&2
      cat out
      """)
    #expect(run.errors.hasSuffix("1\n") && run.errors.split(separator: "\n").count == 2)
    #expect(run.errors.hasPrefix("playhead: file.webm: the file was truncated while it was read"))
    let positions = run.lines.compactMap { Double($0.prefix { $0 != " " }) }
    #expect(positions.count == run.lines.count && positions == positions.sorted())
    #expect(run.output.hasSuffix("\n"))
  }

  @Test func aFileReplacedDuringPlaybackPlaysToItsEnd() throws {
    let run = try BuiltCommand.run(
      """
      mkfifo control; : >out
      cp "$MEDIA/gnome-dual-monitors.webm" file.webm; cp "$MEDIA/bbb.mp4" other
      "$PLAYHEAD" --control control -i 500ms file.webm >out & pid=$!
      until [ "$(wc -l <out)" -ge 2 ]; do sleep 0.02; done
      mv other file.webm; echo rate 16 >control
      wait $pid; echo $? >&2
      tail -n 1 out
      """)
    #expect(run.errors == "0\n" && run.output == "37.132 37.132 100.0\n")
  }

  @Test func theEndOfATruncatedFileIsReported() throws {
    let outcome = try BuiltCommand.run(
      """
      head -c 100000 $MEDIA/bbb_small.mp4 > cut.mp4
      playhead --instant -i 100 cut.mp4
      """)
    #expect(outcome.status == 0)
    let end = try #require(outcome.lines.last?.split(separator: " ").first)
    #expect(
      outcome.errors == "playhead: cut.mp4: the file ends after \(end) s of 5.312 s declared\n")
  }
}
