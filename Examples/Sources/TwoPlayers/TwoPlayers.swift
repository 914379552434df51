// Plays two files from the same instant, and compares the two positions twice a second:
//
//     $ swift run TwoPlayers left.mp4 right.mkv
//     0.500 s  0.500 s  difference 0.000 ms
//     1.000 s  1.000 s  difference 0.000 ms
import Foundation
import PlayheadKit

@main struct TwoPlayers {
  static func main() async {
    guard CommandLine.arguments.count == 3 else { fail("usage: TwoPlayers FILE FILE") }
    let left = Player(path: CommandLine.arguments[1])
    let right = Player(path: CommandLine.arguments[2])
    do {
      try await left.load()
      try await right.load()
    } catch {
      fail("\(error)")
    }
    let updates = left.progress(every: .milliseconds(500))
    let start = SystemHostClock.shared.now.advanced(by: .milliseconds(200))
    for player in [left, right] { player.beginRate(.normal, time: .zero, atHostTime: start) }

    for await progress in updates {
      if let error = left.error ?? right.error { fail("\(error)") }
      if progress.cause == .interval { compare(left.currentProgress(), right.currentProgress()) }
    }
  }

  /// Prints the positions of two readings, extrapolated to the same instant.
  static func compare(_ left: PlayheadProgress, _ right: PlayheadProgress) {
    let instant = max(left.hostInstant, right.hostInstant)
    let positions = [left, right].map { $0.position(at: instant).seconds }
    let difference = abs(positions[0] - positions[1]) * 1_000
    print(
      String(
        format: "%.3f s  %.3f s  difference %.3f ms", positions[0], positions[1], difference))
  }

  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("TwoPlayers: \(message)\n".utf8))
    exit(1)
  }
}
