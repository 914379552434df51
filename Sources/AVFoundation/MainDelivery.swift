internal import PlayheadLocking
internal import PlayheadKit

/// Runs closures on the main queue, in order.
final class MainDelivery: Sendable {
  private struct State {
    var timer: (any HostTimer)?
    var work: [@Sendable () -> Void] = []
    var isEnding = false
  }

  let clock: any HostClock
  private let state = Locked(State())

  init(_ clock: any HostClock) {
    self.clock = clock
    // The timer retains this object until `end`.
    let timer = clock.makeTimer(on: .main) { self.run() }
    state.withLock { $0.timer = timer }
  }

  func async(_ body: @escaping @Sendable () -> Void) {
    change { $0.work.append(body) }
  }

  /// Ends after the closures that were added before.
  func end() {
    change { $0.isEnding = true }
  }

  private func change(_ body: (inout State) -> Void) {
    let timer = state.withLock { state in
      body(&state)
      return state.timer
    }
    timer?.fire()
  }

  private func run() {
    let (work, timer) = state.withLock { state in
      defer { state.work = [] }
      return (state.work, state.isEnding ? state.timer.take() : nil)
    }
    for body in work { body() }
    timer?.cancel()
  }
}
