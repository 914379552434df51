import PlayheadCore
import PlayheadTimekeeping

/// Decides where the playhead of a job is, from the blocks that the job writes.
///
/// It has no threads, timers or lock. The playhead moves with each block and waits there for the next one:
/// between blocks nothing shows how far the output is, and the playhead is never ahead.
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

  /// How much of the expected duration a complete output may lack: the last frame reports its start.
  private static let shortfall = (share: 0.03, seconds: 1.0)

  /// What the whole is, of which a share is done.
  private enum Whole {
    case unknown
    /// An output of this duration.
    case output(MediaTime)
    /// The input, of which this share has been read, at a speed in shares per second, as of an instant.
    case input(share: Double, speed: JobSpeed, last: HostInstant)
    /// A file of this duration, in which a process moves, also backward.
    case file(MediaTime)
  }

  /// By how much less a position in a file may be without a seek: tracks need not be stored side by side.
  private static let disorder = 2.0
  /// The smallest difference between two shares.
  private static let step = 1e-6

  /// Whether the job has reported that it has ended in an orderly way, as ffmpeg does.
  private var hasReportedEnd = false
  /// The instant of the last block with a position; nil before the first one.
  private var last: HostInstant?
  private var isOver = false
  private var whole = Whole.unknown
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

  /// Returns the first event; nil if there is none.
  mutating func nextEvent() -> Event? { events.isEmpty ? nil : events.removeFirst() }

  /// Sets the expected duration of the output, or that of the file. Only the first one counts.
  mutating func expect(_ duration: MediaTime, ofFile isFile: Bool = false) {
    guard case .unknown = whole, duration > .zero, !isOver else { return }
    whole = isFile ? .file(duration) : .output(duration)
    observation.job?.estimate = isFile ? .input : .arguments
    updateDuration()
    events.append(.corrected(observation))
  }

  /// Sets the share of the input that has been read, which counts unless the duration is known, and never decreases.
  mutating func read(_ share: Double, at now: HostInstant) {
    let share = (min(max(share, 0), 1) / Self.step).rounded(.down) * Self.step
    if isOver { return }
    switch whole {
    case .unknown: whole = .input(share: share, speed: JobSpeed(), last: now)
    case .input(let before, var speed, let last):
      speed.add(media: max(share - before, 0), host: last.duration(to: now) / .seconds(1))
      whole = .input(share: max(share, before), speed: speed, last: now)
    case .output, .file: return
    }
    observation.job?.estimate = .input
    updateDuration()
    events.append(.corrected(observation))
  }

  /// Adds a block that was read at an instant.
  mutating func receive(_ block: ProgressBlock, at now: HostInstant) {
    if isOver { return }
    if block.isLast { hasReportedEnd = true }
    if let size = block.size { observation.job?.size = size }
    observation.job?.framesPerSecond = block.framesPerSecond
    observation.frameNumber = block.frameCount.flatMap { $0 > 0 ? $0 &- 1 : nil }
    guard let reached = block.position else { return }
    let isFirst = last == nil
    let isSeek = isSeek(to: reached)
    let newest = isSeek ? reached : max(reached, position)
    if isSeek {
      speed = JobSpeed()
    } else if let last {
      speed.add(
        media: newest.seconds - position.seconds, host: last.duration(to: now) / .seconds(1))
    }
    last = now
    observation.state = .playing
    observation.timeline = Timeline(mediaAnchor: newest, hostAnchor: now, rate: .paused)
    updateRates(speed.rates())
    updateDuration()
    events.append(
      isFirst
        ? .changed(.started, observation)
        : isSeek ? .changed(.seeked, observation) : .corrected(observation))
  }

  private func isSeek(to reached: MediaTime) -> Bool {
    guard case .file = whole, last != nil else { return false }
    return position.seconds - reached.seconds > Self.disorder
  }

  /// Starts to measure the time to the next block at this instant.
  mutating func resume(at now: HostInstant) { if last != nil { last = now } }

  /// Ends the job. It is complete if it succeeded with output, and reported its end or is as long as expected.
  mutating func end(isSuccessful: Bool, at now: HostInstant) {
    if isOver { return }
    isOver = true
    // ffmpeg may exit with 0 although it could read nothing. The output then has a header, and no time.
    let hasOutput =
      observation.state == .playing && observation.job?.size != 0 && position > .zero
    let expected: MediaTime? =
      switch whole {
      case .output(let duration), .file(let duration): duration
      case .unknown, .input: nil
      }
    let missing = expected.map { $0.seconds - position.seconds } ?? 0
    let isLong =
      missing <= max(Self.shortfall.share * (expected?.seconds ?? 0), Self.shortfall.seconds)
    let isComplete = isSuccessful && hasOutput && (hasReportedEnd || isLong)
    if isComplete { observation.duration = position }
    observation.timeline = Timeline(mediaAnchor: position, hostAnchor: now, rate: .paused)
    (observation.rate, observation.drift) = (.paused, 0)
    observation.state = isComplete ? .ended : .paused
    events += [.changed(isComplete ? .ended : .paused, observation), .closed]
  }

  private mutating func updateRates(_ rates: (recent: Rate, slowest: Rate, fastest: Rate)) {
    observation.rate = rates.recent
    observation.job?.slowest = rates.slowest
    observation.job?.fastest = rates.fastest
    observation.drift = Int(min(observation.rate.doubleValue * 1e6, 1e9))
  }

  /// Prolongs an output that is longer than expected, or derives its duration and rate from the share of the input.
  private mutating func updateDuration() {
    let later = position.adding(.nanoseconds(1))
    switch whole {
    case .unknown: break
    case .output(let duration), .file(let duration):
      observation.duration = max(duration, later ?? duration)
    case .input(let share, let speed, _):
      guard share > 0, position > .zero else { return }
      let seconds = position.seconds / share
      guard seconds < 1e9 else { return }
      observation.duration = max(
        .nanoseconds(Int64((seconds * 1e9).rounded(.down))), later ?? position)
      updateRates(speed.rates(unit: seconds))
    }
  }
}

/// The media time that a job adds per host time, and the least and the greatest value that it may have.
struct JobSpeed {
  /// The mean of about the last seconds.
  private var recent = DecayingMean(span: 10)
  /// The mean of a part of these, which shows how fast a phase of the job is.
  private var brief = DecayingMean(span: 3)
  /// The least and the greatest brief mean. Both approach the recent one within about a minute.
  private var bounds: (slowest: Double, fastest: Double)?

  private static let memory = 60.0

  /// Adds a part of the job, with its length in the output and in host time, in seconds.
  mutating func add(media: Double, host: Double) {
    guard host > 0 else { return }
    recent.add(media, during: host)
    brief.add(media, during: host)
    let (usual, current) = (recent.value, brief.value)
    let approach = host / (Self.memory + host)
    let (slowest, fastest) = bounds ?? (current, current)
    bounds = (
      min(usual, current, slowest + (usual - slowest) * approach),
      max(usual, current, fastest + (usual - fastest) * approach)
    )
  }

  /// Returns the recent speed, and that of the slowest and fastest phase, if known, where 1 was `unit` of media time.
  func rates(unit: Double = 1) -> (recent: Rate, slowest: Rate, fastest: Rate) {
    (
      Self.rate(recent.value * unit), Self.rate((bounds?.slowest ?? 0) * unit),
      Self.rate((bounds?.fastest ?? 0) * unit)
    )
  }

  private static func rate(_ speed: Double) -> Rate {
    Rate(speed) ?? Rate(Int32(min(max(speed, 0), 1e9)), 1)
  }
}

/// A mean of values per second in which older ones count less.
private struct DecayingMean {
  /// The time after which a value counts half.
  let span: Double
  private var sum = 0.0
  private var time = 0.0

  init(span: Double) { self.span = span }

  mutating func add(_ value: Double, during length: Double) {
    let weight = span / (span + length)
    (sum, time) = (sum * weight + value, time * weight + length)
  }

  var value: Double { time > 0 ? sum / time : 0 }
}
