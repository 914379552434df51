// Plays two files one after the other, and prints when the half of each is reached:
//
//     $ swift run TwoFiles one.mp4 two.mp4
//     half of one.mp4
//     half of two.mp4
import Foundation
import PlayheadKit

let files = Array(CommandLine.arguments[1...])
if files.isEmpty { exit(2) }
let queue = PlayerQueue(files.map { Player(path: $0) })
// A file that cannot be played is skipped.
let failures = queue.failurePublisher.sink { failure in
  FileHandle.standardError.write(Data("TwoFiles: \(failure.error)\n".utf8))
}
let halves = queue.progressPublisher(on: .percentages([50]))
  .filter { $0.boundary != nil }
  .sink { print("half of \($0.entry?.url?.lastPathComponent ?? "?")") }
// The queue has no item before the first one is played and after the last one has ended.
let items = queue.currentItemPublisher.dropFirst().sink { item in
  if item == nil { exit(0) }
}
queue.play()
dispatchMain()
