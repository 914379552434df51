import Locking
import PlayheadKit

/// What a terminal's line shows of one player: each progress value, with the newest of all else.
///
/// It is drawn with each progress value, and never beside one: so nothing comes after the last.
final class StatusLine: Sendable {
  private struct State {
    var status = PlaybackStatus()
    var following: AnyCancellable?
  }

  private let state = Locked(State())
  /// Unsafe: subjects are not marked Sendable, but guard their own state.
  nonisolated(unsafe) private let progress = PassthroughSubject<PlayheadProgress, Never>()

  init(of player: Player) {
    let following = player.playbackStatusPublisher(of: progress).sink { [weak self] status in
      self?.state.withLock { $0.status = status }
    }
    state.withLock { $0.following = following }
  }

  /// All there is to show with a progress value.
  func status(at value: PlayheadProgress) -> PlaybackStatus {
    progress.send(value)
    var status = state.withLock { $0.status }
    // Another thread may be about to tell of it.
    status.progress = value
    return status
  }
}
