// Plays a file through the model of a view, and prints a line whenever the model changes.
import Foundation
import PlayheadKit

@MainActor final class PlayerViewModel: ObservableObject {
  @Published private(set) var progress: PlayheadProgress?
  private let player: Player

  init(path: String) {
    player = Player(path: path)
    // A player publishes on the main queue.
    player.progressPublisher(interval: .seconds(1)).map(Optional.some).assign(to: &$progress)
  }

  var line: String { "\(progress?.state ?? .idle) \(Int((progress?.fraction ?? 0) * 100)) %" }
  var error: MediaError? { player.error }
  func play() { player.play() }
}

let model = PlayerViewModel(path: CommandLine.arguments[1])
// `objectWillChange` is sent before the change; the next turn of the main queue sees the new value.
let changes = model.objectWillChange.receive(on: DispatchQueue.main).sink {
  print(model.line)
  if let error = model.error { FileHandle.standardError.write(Data("ViewModel: \(error)\n".utf8)) }
  if [.ended, .failed].contains(model.progress?.state) { exit(model.error == nil ? 0 : 1) }
}
model.play()
dispatchMain()
