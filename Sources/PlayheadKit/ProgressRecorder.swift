import Locking
import PlayheadCore
import PortableCombine
import TimingAnalysis

/// A subscriber that records how well a player keeps time, in constant memory.
///
///     let recorder = ProgressRecorder()
///     player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
///
/// It asks for all values there are. `report` may be read from any thread, at any time.
public final class ProgressRecorder: Subscriber, Cancellable, Sendable {
  public typealias Input = PlayheadProgress
  public typealias Failure = Never

  private struct State {
    var meter = PlaybackTimingMeter()
    var subscription: (any Subscription)?
    var isCancelled = false
  }

  private let state = Locked(State())

  public init() {}

  /// The report on what came until now.
  public var report: PlaybackTimingReport { state.withLock { $0.meter }.report }

  /// Takes the subscription, and asks for all; a second one is cancelled.
  public func receive(subscription: any Subscription) {
    let isTaken = state.withLock { state in
      guard state.subscription == nil, !state.isCancelled else { return false }
      state.subscription = subscription
      return true
    }
    if isTaken { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  public func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    let sample = PlaybackSample(progress)
    state.withLock { $0.meter.add(sample) }
    return .none
  }

  /// Takes in that the player was closed. What was recorded stays.
  public func receive(completion: Subscribers.Completion<Never>) {
    let subscription = state.withLock { $0.subscription.take() }
    withExtendedLifetime(subscription) {}
  }

  /// Ends recording. What was recorded stays.
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
      rate: progress.rate, isMoving: progress.state == .playing,
      event: Event(progress.cause), skipped: progress.skipped)
  }
}

extension PlaybackSample.Event {
  init(_ cause: ProgressCause) {
    self =
      switch cause {
      case .beat: .beat
      case .stalled: .stalled
      default: .discontinuity
      }
  }
}
