import Synchronization

/// Records the lateness of each update, in nanoseconds, between `begin` and `end`.
final class LatenessLog: Sendable {
  private struct State {
    var isMeasuring = false
    var values: [Int64] = []
  }

  private let state = Mutex(State())

  func note(_ late: Int64) {
    state.withLock { state in
      if state.isMeasuring { state.values.append(late) }
    }
  }

  func begin() {
    state.withLock { $0.isMeasuring = true }
  }

  /// Stops recording, and returns the values in ascending order.
  func end() -> [Int64] {
    state.withLock { state in
      state.isMeasuring = false
      return state.values.sorted()
    }
  }
}
