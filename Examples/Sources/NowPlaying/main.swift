// Prints the lines of a lyrics file at their times in whatever plays on the desktop:
//
//     $ swift run NowPlaying song.lrc
//     [00:12.30] First line
import Foundation
import PlayheadKit

guard CommandLine.arguments.count == 2,
  let text = try? String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
else { fatalError("usage: NowPlaying LYRICS") }
let lines = text.split(separator: "\n").compactMap { line -> (MediaTime, Substring)? in
  let parts = line.dropFirst().prefix { $0 != "]" }.split(separator: ":").compactMap { Double($0) }
  guard parts.count == 2, let time = MediaTime(seconds: parts[0] * 60 + parts[1]) else {
    return nil
  }
  return (time, line)
}

let player = AttachedPlayer(.mpris())
let following = player.progressPublisher(on: .times(lines.map(\.0)))
  .sink(
    receiveCompletion: { _ in
      if case .failed(let reason) = player.status { print(reason) }
      exit(player.status == .ended ? 0 : 1)
    },
    receiveValue: { progress in
      for (time, line) in lines where progress.boundary != nil && time == progress.due {
        print(line)
      }
    })
dispatchMain()
