// Plays a file and prints each line of a cue file at its time:
//
//     $ cat cues.txt
//     0.5 lights
//     2 sound
//     $ swift run Cues film.mp4 cues.txt
//     0.500 lights
//     2.000 sound
import Dispatch
import Foundation
import PlayheadKit

struct Cue {
  var time: MediaTime
  var text: String

  init?(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let seconds = Double(parts[0]), let time = MediaTime(seconds: seconds)
    else { return nil }
    (self.time, text) = (time, String(parts[1]))
  }
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("Cues: \(message)\n".utf8))
  exit(1)
}

guard CommandLine.arguments.count == 3 else { fail("usage: Cues FILE CUE-FILE") }
let (path, cuePath) = (CommandLine.arguments[1], CommandLine.arguments[2])
guard let lines = try? String(contentsOfFile: cuePath, encoding: .utf8) else {
  fail("\(cuePath): cannot be read")
}
let cues = lines.split(separator: "\n").map { line in
  guard let cue = Cue(line: line) else { fail("\(cuePath): not a time and a text: \(line)") }
  return cue
}

let player = Player(path: path)
var subscriptions = Set<AnyCancellable>()

// Each time is published once per crossing, in order, even if the machine is late. `due` is the time
// of the cue; `position` is where the playhead was when the value was delivered.
player.progressPublisher(on: .times(cues.map(\.time)))
  .sink { progress in
    if progress.boundary != nil {
      for cue in cues where cue.time == progress.due {
        print(String(format: "%.3f", cue.time.seconds), cue.text)
      }
    }
    if progress.state == .ended { exit(0) }
    if let error = player.error { fail("\(error)") }
  }
  .store(in: &subscriptions)
player.play()
dispatchMain()
