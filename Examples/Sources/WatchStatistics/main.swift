// Plays a file, and appends statistics of watching it to a log, one JSON object per line:
//
//     $ swift run WatchStatistics film.mp4 log.jsonl
//     $ cat log.jsonl
//     {"event":"quartile","percent":25,"position":2.5,"watched":2.5}
//     …
//     {"event":"end","position":10,"stalled":0,"watched":10}
import Dispatch
import Foundation
import PlayheadKit

struct Entry: Encodable {
  var event: String
  var percent: Double?
  var position: Double
  var watched: Double
  var stalled: Double?
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("WatchStatistics: \(message)\n".utf8))
  exit(1)
}

guard CommandLine.arguments.count == 3 else { fail("usage: WatchStatistics FILE LOG") }
let player = Player(path: CommandLine.arguments[1])
let logPath = CommandLine.arguments[2]
if !FileManager.default.fileExists(atPath: logPath) {
  _ = FileManager.default.createFile(atPath: logPath, contents: nil)
}
guard let log = FileHandle(forWritingAtPath: logPath) else { fail("\(logPath): cannot be written") }
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys

func append(_ entry: Entry) throws {
  try log.seekToEnd()
  try log.write(contentsOf: encoder.encode(entry) + Data("\n".utf8))
}

var subscriptions = Set<AnyCancellable>()
player.progressPublisher(on: .percentages([25, 50, 75, 100]))
  .tryMap { progress in
    let (position, watched) = (progress.due.seconds, progress.playedTime.seconds)
    if let percent = progress.boundary?.percentage {
      try append(Entry(event: "quartile", percent: percent, position: position, watched: watched))
    }
    guard progress.state == .ended || progress.state == .failed else { return }
    let stalled = progress.stalledTime / .seconds(1)
    try append(Entry(event: "end", position: position, watched: watched, stalled: stalled))
    if let error = player.error { throw error }
    exit(0)
  }
  .sink(receiveCompletion: { fail("\($0)") }, receiveValue: {})
  .store(in: &subscriptions)
player.play()
dispatchMain()
