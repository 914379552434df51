// Plays many media at once and tells what that costs: CPU, lateness of the beats, memory, threads.
//
// Usage: ManyPlayersBenchmark [PLAYERS [SECONDS [FILE]]]   1,000 players, 10 s, media without bytes
//
// Each player has 10 beats a second; their phases are spread evenly. Beats are delivered on one
// queue. FILE is played by each player in a loop.
import Dispatch
import Glibc
import PlayheadKit

let arguments = Array(CommandLine.arguments.dropFirst())
let playerCount = arguments.first.flatMap(Int.init) ?? 1_000
let seconds = arguments.dropFirst().first.flatMap(Int.init) ?? 10
let file = arguments.dropFirst(2).first

let clock = SystemHostClock.shared
let queue = DispatchQueue(label: "beats")
let before = ProcessCost.now
let players = (0..<playerCount).map { _ in
  file.map { Player(path: $0) } ?? Player(media: EndlessMedia())
}
let log = LatenessLog()
let subscriptions = players.map { log.watch($0, on: queue) }
for player in players {
  player.setLoop(PlaybackLoop())
  player.load()
}
while players.contains(where: { $0.status == .unknown }) { usleep(10_000) }

let start = clock.now.advanced(byNanoseconds: 500_000_000)
for (index, player) in players.enumerated() {
  let phase = Int64(index) * 100_000_000 / Int64(playerCount)
  player.setRate(.normal, time: .zero, atHostTime: start.advanced(byNanoseconds: phase))
}
sleep(3)
let first = ProcessCost.now
log.begin()
sleep(UInt32(seconds))
let beats = log.end()
let last = ProcessCost.now

func percentile(_ part: Double) -> String {
  guard !beats.isEmpty else { return "-" }
  let rank = Int(part * Double(beats.count - 1))
  return "\(Double(beats[rank] / 1_000) / 1_000) ms"
}
print("\(playerCount) players of \(file ?? "media without bytes"), \(seconds) s")
print("beats      \(beats.count) of \(playerCount * seconds * 10)")
print("CPU        \((last.cpu - first.cpu) / Double(last.wall - first.wall) * 100) % of a core")
print("lateness   p50 \(percentile(0.5)), p99 \(percentile(0.99)), greatest \(percentile(1))")
print("memory     \((last.resident - before.resident) / max(playerCount, 1)) kB a player")
print("threads    \(last.threads)")
for player in players { player.close() }
withExtendedLifetime(subscriptions) {}
