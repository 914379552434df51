import PlayheadCore
import PlayheadLocking
import PlayheadPages
import PlayheadTimingAnalysis
import PortableCombine

/// A subscriber that measures a player's timing, in constant memory.
///
///     let recorder = ProgressRecorder()
///     player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
///
/// Its demand is unlimited. `report` may be read from any thread at any time.
public final class ProgressRecorder: Subscriber, Cancellable, Sendable {
  /// The progress of a player.
  public typealias Input = PlayheadProgress
  /// Progress never fails.
  public typealias Failure = Never

  private struct State {
    var meter = PlaybackTimingMeter()
    var subscription: (any Subscription)?
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Creates a recorder without values.
  public init() {}

  /// The report on the values received until now.
  public var report: PlaybackTimingReport { state.withLock { $0.meter }.report }

  /// Returns a page with diagrams of the lateness, over the time of the host clock and as a distribution: one HTML
  /// document without scripts.
  ///
  /// - Parameter title: The name of the media, for example.
  /// - Returns: The text of the page.
  public func page(title: String) -> String {
    Page.playback.html(PageSection(state.withLock { $0.meter }, title: title))
  }

  /// Stores the subscription and requests unlimited values. Cancels any further subscription.
  ///
  /// - Parameter subscription: The subscription to a player.
  public func receive(subscription: any Subscription) {
    let isTaken = state.withLock { state in
      guard state.subscription == nil, !state.isCancelled else { return false }
      state.subscription = subscription
      return true
    }
    if isTaken { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  /// Records a value. Requests no more, because the demand is unlimited.
  ///
  /// - Parameter progress: The value.
  /// - Returns: `Demand.none`.
  public func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    let sample = PlaybackSample(progress)
    state.withLock { $0.meter.add(sample) }
    return .none
  }

  /// Releases the subscription when the player is closed. The recorded values remain.
  ///
  /// - Parameter completion: The completion, which is always `.finished`.
  public func receive(completion: Subscribers.Completion<Never>) {
    let subscription = state.withLock { $0.subscription.take() }
    withExtendedLifetime(subscription) {}
  }

  /// Ends recording. The recorded values remain.
  public func cancel() {
    let subscription = state.withLock { state in
      state.isCancelled = true
      return state.subscription.take()
    }
    subscription?.cancel()
  }
}

extension PlaybackSample {
  init(_ progress: PlayheadProgress) {
    self.init(
      position: progress.position, due: progress.due, instant: progress.hostInstant,
      rate: progress.rate, event: Event(progress.cause))
    isMoving = progress.state == .playing
    skipped = progress.skipped
  }
}

extension PlaybackSample.Event {
  init(_ cause: ProgressCause) {
    self =
      switch cause {
      case .interval: .interval
      case .stalled: .stalled
      default: .discontinuity
      }
  }
}
