import Glibc
import PlayheadLocking
import PlayheadTimekeeping

/// The streams that recording subscribers have open, and the clocks of manual schedulers. They are
/// cancelled when the process exits.
///
/// A recording subscriber and its subscription retain each other while the stream is open.
/// Scheduled work retains its clock through the publisher that scheduled it. Because everything
/// that a test left open is cancelled, the findings of a leak detector are real leaks.
enum OpenStreams {
  private struct Stream {
    let isOpen: () -> Bool
    let cancel: () -> Void
  }

  private struct State {
    var streams: [Stream] = []
    /// The number of streams at which released ones are removed from the list.
    var sweepCount = 64
  }

  private static let state = Locked(State())
  private static let cancelsAtExit: Void = {
    atexit {
      for stream in OpenStreams.state.withLock({ $0.streams }) { stream.cancel() }
    }
  }()

  /// Registers a subscriber without retaining it.
  static func add<Input, Failure>(_ subscriber: RecordingSubscriber<Input, Failure>) {
    add(
      Stream(
        isOpen: { [weak subscriber] in subscriber != nil },
        cancel: { [weak subscriber] in subscriber?.subscription?.cancel() }))
  }

  /// Registers a clock without retaining it.
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
