import Dispatch
import PlayheadKit
import Synchronization

/// How late each beat came, in nanoseconds of media, while it is measured.
final class LatenessLog: Sendable {
  private struct State {
    var isMeasuring = false
    var values: [Int64] = []
  }

  private let state = Mutex(State())

  func watch(_ player: Player, on queue: DispatchQueue) -> AnyCancellable {
    player.progressPublisher(interval: .milliseconds(100), queue: queue).sink { progress in
      guard progress.cause == .beat, let late = progress.position.subtracting(progress.due)
      else { return }
      self.state.withLock { state in
        if state.isMeasuring { state.values.append(late.nanoseconds(rounding: .up)) }
      }
    }
  }

  func begin() {
    state.withLock { $0.isMeasuring = true }
  }

  /// What was measured, in ascending order.
  func end() -> [Int64] {
    state.withLock { state in
      state.isMeasuring = false
      return state.values.sorted()
    }
  }
}
