// Plays many media at once and tells what that costs: CPU, lateness of the beats, memory, threads.
//
// Usage: ManyPlayersBenchmark [PLAYERS [SECONDS [FILE]]]   1,000 players, 10 s, media without bytes
//
// Each player has 10 beats a second; their phases are spread evenly. Beats are delivered on one
// queue. FILE is played by each player in a loop.
import Dispatch
import Glibc
import PlayheadKit
import Synchronization

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
let isMeasuring = Mutex(false)
let lateness = Mutex<[Int64]>([])
var subscriptions: [AnyCancellable] = []
for player in players {
  player.setLoop(PlaybackLoop())
  subscriptions.append(
    player.progressPublisher(interval: .milliseconds(100), queue: queue).sink { progress in
      guard progress.cause == .beat, isMeasuring.withLock({ $0 }),
        let late = progress.position.subtracting(progress.due)
      else { return }
      lateness.withLock { $0.append(late.nanoseconds(rounding: .up)) }
    })
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
isMeasuring.withLock { $0 = true }
sleep(UInt32(seconds))
isMeasuring.withLock { $0 = false }
let last = ProcessCost.now

let beats = lateness.withLock { $0.sorted() }
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
