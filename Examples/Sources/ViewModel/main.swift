// Plays a file through a view model, and prints a line whenever the model changes, as a view would
// be drawn:
//
//     $ swift run ViewModel film.mp4
//     > film.mp4  0:00    0 %
//     > film.mp4  0:01   10 %
import Dispatch
import Foundation
import PlayheadKit

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("ViewModel: usage: ViewModel FILE\n".utf8))
  exit(1)
}
let model = PlayerViewModel(path: CommandLine.arguments[1])
var drawn = ""

// `objectWillChange` is sent before the change; the next turn of the main queue sees the new value.
let subscription = model.objectWillChange
  .receive(on: DispatchQueue.main)
  .sink { _ in
    let percent = String(format: "%3d", model.percent)
    let line = "\(model.isPlaying ? ">" : "|") \(model.title)  \(model.elapsed)  \(percent) %"
    if line != drawn { print(line) }
    drawn = line
    if let error = model.error {
      FileHandle.standardError.write(Data("ViewModel: \(error)\n".utf8))
      exit(1)
    }
    if model.hasEnded, !model.isPlaying { exit(0) }
  }
model.togglePlaying()
dispatchMain()
