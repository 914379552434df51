// Plays a file and draws a progress bar:
//
//     $ swift run ProgressBar film.mp4
//     [##########--------------------]  33 %  0:03 of 0:10
import Foundation
import PlayheadKit

@main struct ProgressBar {
  static func main() async {
    guard CommandLine.arguments.count == 2 else { fail("usage: ProgressBar FILE") }
    let player = Player(path: CommandLine.arguments[1])
    do {
      try await player.load()
    } catch {
      fail("\(error)")
    }
    // A loop that is slower than the updates gets the newest one.
    let updates = player.progress(every: .milliseconds(100))
    player.play()
    for await progress in updates {
      FileHandle.standardOutput.write(Data("\r\(bar(progress))".utf8))
    }
    print()
    if let error = player.error { fail("\(error)") }
  }

  static func bar(_ progress: PlayheadProgress) -> String {
    let width = 30
    let fraction = progress.fraction ?? 0
    let filled = Int(fraction * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let length = progress.duration.map { clockTime($0.time) } ?? "?"
    let percent = String(format: "%3d", Int(fraction * 100))
    return "[\(bar)] \(percent) %  \(clockTime(progress.position)) of \(length)"
  }

  static func clockTime(_ time: MediaTime) -> String {
    let seconds = Int(time.seconds)
    return String(format: "%d:%02d", seconds / 60, seconds % 60)
  }

  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("ProgressBar: \(message)\n".utf8))
    exit(1)
  }
}
