import PlayheadCore
import PlayheadTimekeeping

/// Decides where the playhead of a job is, from the blocks that the job writes.
///
/// It has no threads, timers or lock. The playhead moves with each block and waits there for the next one:
/// between blocks nothing shows how far the output is, and the playhead is never ahead of it.
struct JobMachine {
  /// A change of the playhead.
  enum Event {
    /// A discontinuity.
    case changed(ProgressCause, PlayheadObservation)
    /// A block has moved the playhead, or the expected duration has become known.
    case corrected(PlayheadObservation)
    /// The job is over; nothing follows.
    case closed
  }

  /// The part of the expected duration, and the seconds, that a complete output may lack. The time of the last
  /// frame is that of its start.
  private static let shortfall = (share: 0.03, seconds: 1.0)

  /// The instant of the last block with a position; nil before the first one.
  private var last: HostInstant?
  private var isOver = false
  private var expected: MediaTime?
  private var speed = JobSpeed()
  private(set) var observation: PlayheadObservation
  private var events: [Event] = []

  /// Creates the machine of a job that starts now.
  init(at now: HostInstant) {
    observation = PlayheadObservation(
      timeline: Timeline(mediaAnchor: .zero, hostAnchor: now, rate: .paused), uncertainty: .zero,
      drift: 0, rate: .paused, state: .loading)
    observation.job = JobDetails(estimate: .none)
  }

  /// Whether a block had a position.
  var hasPosition: Bool { last != nil }

  private var position: MediaTime { observation.timeline.mediaAnchor }

  /// Returns the first event that was not taken; nil if there is none.
  mutating func takeEvent() -> Event? { events.isEmpty ? nil : events.removeFirst() }

  /// Sets the expected duration of the output. Only the first one counts.
  mutating func expect(_ duration: MediaTime) {
    guard expected == nil, duration > .zero, !isOver else { return }
    expected = duration
    observation.job?.estimate = .arguments
    updateDuration()
    events.append(.corrected(observation))
  }

  /// Adds a block that was read at an instant.
  mutating func take(_ block: ProgressBlock, at now: HostInstant) {
    if isOver { return }
    if let size = block.size { observation.job?.size = size }
    observation.job?.framesPerSecond = block.framesPerSecond
    observation.frameNumber = block.frameCount.flatMap { $0 > 0 ? $0 &- 1 : nil }
    guard let reached = block.position else { return }
    let place = max(reached, position)
    if let last {
      speed.add(
        media: place.seconds - position.seconds, host: last.duration(to: now) / .seconds(1))
    }
    let isFirst = last == nil
    last = now
    (observation.rate, observation.state) = (speed.rate, .playing)
    observation.job?.slowest = speed.slowest
    observation.job?.fastest = speed.fastest
    observation.drift = Int(min(observation.rate.doubleValue * 1e6, 1e9))
    observation.timeline = Timeline(mediaAnchor: place, hostAnchor: now, rate: .paused)
    updateDuration()
    events.append(isFirst ? .changed(.started, observation) : .corrected(observation))
  }

  /// Starts to measure the time to the next block at this instant.
  mutating func resume(at now: HostInstant) { if last != nil { last = now } }

  /// Ends the job. It has come to its end if it was successful, has written something, and the output is as
  /// long as expected.
  mutating func end(isSuccessful: Bool, at now: HostInstant) {
    if isOver { return }
    isOver = true
    let hasOutput = observation.state == .playing && observation.job?.size != 0
    let missing = expected.map { $0.seconds - position.seconds } ?? 0
    let isLong =
      missing <= max(Self.shortfall.share * (expected?.seconds ?? 0), Self.shortfall.seconds)
    let isComplete = isSuccessful && hasOutput && isLong
    if isComplete { observation.duration = position }
    observation.timeline = Timeline(mediaAnchor: position, hostAnchor: now, rate: .paused)
    (observation.rate, observation.drift) = (.paused, 0)
    observation.state = isComplete ? .ended : .paused
    events += [.changed(isComplete ? .ended : .paused, observation), .closed]
  }

  /// An output that is longer than expected is not complete before the job ends.
  private mutating func updateDuration() {
    observation.duration = expected.map { max($0, position.adding(.nanoseconds(1)) ?? $0) }
  }
}
