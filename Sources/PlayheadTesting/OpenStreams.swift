import Glibc
import Locking
import Timekeeping

/// The streams that recording subscribers have open, and what is due on the clocks of manual
/// schedulers: they are cancelled when the process exits.
///
/// A recording subscriber and the subscription it keeps hold each other for as long as the stream
/// is open; what is scheduled holds its clock through the publisher that scheduled it. With what a
/// test left open cancelled, what a leak detector finds is a leak.
enum OpenStreams {
  private struct Stream {
    let isOpen: () -> Bool
    let cancel: () -> Void
  }

  private struct State {
    var streams: [Stream] = []
    /// How many there may be before those that are gone are swept out.
    var sweepCount = 64
  }

  private static let state = Locked(State())
  private static let cancelsAtExit: Void = {
    atexit {
      for stream in OpenStreams.state.withLock({ $0.streams }) { stream.cancel() }
    }
  }()

  /// Remembers a subscriber, without holding it.
  static func add<Input, Failure>(_ subscriber: RecordingSubscriber<Input, Failure>) {
    add(
      Stream(
        isOpen: { [weak subscriber] in subscriber != nil },
        cancel: { [weak subscriber] in subscriber?.subscription?.cancel() }))
  }

  /// Remembers a clock, without holding it.
  static func add(_ clock: ManualHostClock) {
    add(
      Stream(
        isOpen: { [weak clock] in clock != nil }, cancel: { [weak clock] in clock?.abandon() }))
  }

  private static func add(_ stream: Stream) {
    _ = cancelsAtExit
    state.withLock { state in
      if state.streams.count >= state.sweepCount {
        state.streams.removeAll { !$0.isOpen() }
        state.sweepCount = max(64, state.streams.count * 2)
      }
      state.streams.append(stream)
    }
  }
}
