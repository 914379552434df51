// Runs many players at once and prints the costs: CPU, lateness of updates, memory, threads.
//
// Usage: ManyPlayersBenchmark [--timers] [PLAYERS [SECONDS [FILE]]]
//
// Default: 1,000 players of synthetic media for 10 s. Each player publishes 10 updates a second,
// all on one queue; the players' phases are spread evenly. If a FILE is given, each player plays it
// in a loop. With --timers the same number of Dispatch timers replaces the players: they fire as
// often on one queue, and only record their lateness.
import Dispatch
import Glibc
import PlayheadKit

var arguments = Array(CommandLine.arguments.dropFirst())
let isTimers = arguments.first == "--timers"
if isTimers { arguments.removeFirst() }
let count = arguments.first.flatMap(Int.init) ?? 1_000
let seconds = arguments.dropFirst().first.flatMap(Int.init) ?? 10
let file = arguments.dropFirst(2).first

let queue = DispatchQueue(label: "updates")
let log = LatenessLog()
let before = ProcessCost.now
let beating: [any UpdateSource] =
  isTimers
  ? (0..<count).map { _ in TimerUpdates(log, queue) }
  : (0..<count).map { _ in PlayerUpdates(file, log, queue) }
while !beating.allSatisfy(\.isReady) { usleep(10_000) }

let start = SystemHostClock.shared.now.advanced(byNanoseconds: 500_000_000)
for (index, one) in beating.enumerated() {
  one.start(at: start.advanced(byNanoseconds: Int64(index) * 100_000_000 / Int64(count)))
}
sleep(3)
let first = ProcessCost.now
log.begin()
sleep(UInt32(seconds))
let updates = log.end()
let last = ProcessCost.now

func percentile(_ part: Double) -> String {
  guard !updates.isEmpty else { return "-" }
  let rank = Int(part * Double(updates.count - 1))
  return "\(Double(updates[rank] / 1_000) / 1_000) ms"
}
let what = isTimers ? "timers" : "players of \(file ?? "media without bytes")"
print("\(count) \(what), \(seconds) s")
print("updates      \(updates.count) of \(count * seconds * 10)")
print("CPU        \((last.cpu - first.cpu) / Double(last.wall - first.wall) * 100) % of a core")
print("lateness   p50 \(percentile(0.5)), p99 \(percentile(0.99)), greatest \(percentile(1))")
print("memory     \((last.resident - before.resident) / max(count, 1)) kB each")
print("threads    \(last.threads)")
for one in beating { one.stop() }
