import Foundation
import Testing

/// What goes wrong around the command while it plays.
@Suite struct FaultTests {
  private func progress(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").compactMap { line in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return record?["type"] as? String == "progress" ? record : nil
    }
  }

  /// The second playback is the measure of a second, during which the first is stopped.
  @Test func whileItIsStoppedTimePassesAndWhatWasMissedIsTold() throws {
    let run = try BuiltCommand.run(
      """
      "$PLAYHEAD" -i 10ms -f json "$MEDIA/bbb.mp4" >out & pid=$!
      until grep -qs '"cause":"beat"' out; do :; done
      kill -STOP $pid
      playhead -i 250ms --limit 5 "$MEDIA/bbb.mp4" >/dev/null
      kill -CONT $pid
      wait $pid; echo $? >&2
      cat out
      """)
    #expect(run.errors == "0\n")
    let records = try progress(run.output)
    let skips = records.compactMap { $0["skipped"] as? Int }
    #expect(skips.contains { $0 >= 90 })
    // Each of the 532 beats, the one at zero among them, was delivered or told as skipped; the end
    // is a value of its own.
    #expect(skips.reduce(records.count - 1, +) == 532)
    let positions = records.compactMap { $0["position"] as? Double }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(!records.contains { $0["cause"] as? String == "paused" })
    #expect(records.last?["cause"] as? String == "ended")
  }

  /// A library in front of the system's has every reading of the wall clock lie an hour before the
  /// last.
  @Test func aWallClockThatIsSetBackMovesNoPosition() throws {
    let run = try BuiltCommand.run(
      """
      clang -shared -fPIC -o back.so -x c - <<'C' || exit 9
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
    #expect(positions == positions.sorted() && positions.first == 0)
    // 21 beats after zero, and the end.
    #expect(records.compactMap { $0["skipped"] as? Int }.reduce(records.count, +) == 23)
    let hosts = records.compactMap { $0["host_time_ns"] as? Int }
    // 5.312 s at rate 4.
    #expect(hosts.count == records.count)
    if let first = hosts.first, let last = hosts.last { #expect(last - first >= 1_328_000_000) }
  }
}
