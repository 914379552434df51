import Dispatch
import Foundation
import PlayheadKit

/// What a view of a player shows. Every property changes on the main queue.
@MainActor final class PlayerViewModel: ObservableObject {
  @Published private(set) var title = ""
  @Published private(set) var elapsed = "0:00"
  @Published private(set) var fraction = 0.0
  @Published private(set) var isPlaying = false
  @Published private(set) var hasEnded = false
  @Published private(set) var message: String?

  private let player: Player

  init(path: String) {
    player = Player(path: path)
    player.metadataPublisher
      .map { $0?.title ?? URL(fileURLWithPath: path).lastPathComponent }
      .receive(on: DispatchQueue.main)
      .assign(to: &$title)
    let progress = player.progressPublisher(interval: .seconds(1))
    progress.map { PlayerViewModel.text(Int($0.position.seconds)) }
      .removeDuplicates()
      .assign(to: &$elapsed)
    progress.map { $0.fraction ?? 0 }.assign(to: &$fraction)
    progress.map { $0.state == .ended }.removeDuplicates().assign(to: &$hasEnded)
    player.timeControlStatusPublisher
      .map { $0 == .playing }
      .removeDuplicates()
      .receive(on: DispatchQueue.main)
      .assign(to: &$isPlaying)
    player.statusPublisher
      .map { if case .failed(let error) = $0 { "\(error)" } else { nil } }
      .receive(on: DispatchQueue.main)
      .assign(to: &$message)
  }

  func togglePlaying() {
    if player.rate.isPaused { player.play() } else { player.pause() }
  }

  nonisolated private static func text(_ seconds: Int) -> String {
    String(format: "%d:%02d", seconds / 60, seconds % 60)
  }
}
