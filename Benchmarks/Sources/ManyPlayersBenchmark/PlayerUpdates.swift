import Dispatch
import PlayheadKit

final class PlayerUpdates: UpdateSource {
  private let player: Player
  private let subscription: AnyCancellable

  /// Makes a player of the file, in a loop, or of synthetic media if `file` is nil.
  init(_ file: String?, _ log: LatenessLog, _ queue: DispatchQueue) {
    player = file.map { Player(path: $0) } ?? Player(media: EndlessMedia())
    subscription = player.progressPublisher(interval: .milliseconds(100), queue: queue).sink {
      guard $0.cause == .interval, let late = $0.position.subtracting($0.due) else { return }
      log.note(late.nanoseconds(rounding: .up))
    }
    player.setLoop(PlaybackLoop())
    player.beginLoading()
  }

  var isReady: Bool { player.status != .unknown }

  func start(at instant: HostInstant) {
    player.beginRate(.normal, time: .zero, atHostTime: instant)
  }

  func stop() {
    player.close()
  }
}
