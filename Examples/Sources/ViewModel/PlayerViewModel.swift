import Foundation
import PlayheadKit

/// The values that a view of a player shows. They change on the main queue, where a player's publishers deliver.
@MainActor final class PlayerViewModel: ObservableObject {
  @Published private(set) var title = ""
  @Published private(set) var progress: PlayheadProgress?
  @Published private(set) var isPlaying = false
  @Published private(set) var error: MediaError?

  private let player: Player

  init(path: String) {
    player = Player(path: path)
    player.metadataPublisher
      .map { $0?.title ?? URL(fileURLWithPath: path).lastPathComponent }
      .assign(to: &$title)
    player.progressPublisher(interval: .seconds(1))
      .map(Optional.some)
      .assign(to: &$progress)
    player.timeControlStatusPublisher
      .map { $0 == .playing }
      .removeDuplicates()
      .assign(to: &$isPlaying)
    player.statusPublisher
      .map { if case .failed(let error) = $0 { error } else { nil } }
      .assign(to: &$error)
  }

  var elapsed: String {
    let seconds = Int(progress?.position.seconds ?? 0)
    return String(format: "%d:%02d", seconds / 60, seconds % 60)
  }

  var percent: Int { Int((progress?.fraction ?? 0) * 100) }

  var hasEnded: Bool { progress?.state == .ended }

  func togglePlaying() {
    if player.rate.isPaused { player.play() } else { player.pause() }
  }
}
