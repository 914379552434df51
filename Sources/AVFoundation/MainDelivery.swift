import Foundation
internal import PlayheadAudioDevices
internal import PlayheadCore
internal import PlayheadLocking
internal import PlayheadTimekeeping

/// The clock and the sound of players.
struct PlayerEnvironment: Sendable {
  var clock: any HostClock = SystemHostClock.shared
  var audio: AudioPlayback? = AudioPlayback(output: SystemAudioOutputOpener(device: nil))
}

/// Runs closures on the main queue, in order.
///
/// They run in operations: `NotificationCenter` runs the block of an observer with the queue `.main` at once
/// if it posts in an operation of that queue. Elsewhere on the main queue it would wait for the block forever.
final class MainDelivery: Sendable {
  private struct State {
    /// Runs the closures for a manual clock; nil for the system's.
    var timer: (any HostTimer)?
    var work: [@Sendable () -> Void] = []
    var isEnding = false
  }

  let clock: any HostClock
  private let state = Locked(State())

  init(_ clock: any HostClock) {
    self.clock = clock
    if clock is SystemHostClock { return }
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
    if let timer { timer.fire() } else { OperationQueue.main.addOperation { self.run() } }
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
