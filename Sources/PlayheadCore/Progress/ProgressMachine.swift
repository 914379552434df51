import PlayheadMedia
import PortableCombine
import PlayheadTimekeeping

/// Decides which progress values a subscriber receives: periodic updates, boundaries and
/// discontinuities, as many as it requested.
///
/// It has no threads, timers or lock. It consists of the demand gate, the queue of discontinuities,
/// and the cursors of periodic updates and boundaries. An update without demand is dropped; of
/// several late updates only the newest is delivered. A boundary is delivered however late it is,
/// unless there was no demand when the machine looked. So only discontinuities are ever stored.
struct ProgressMachine {
  /// What the subscription does next.
  enum Step {
    case deliver(PlayheadProgress)
    /// Nothing is due before this instant, or before something happens.
    case wait(until: HostInstant?)
    case complete
    /// The player must be read again: the reading is older than a recorded change, or frames are needed with it.
    case readAgain
  }

  /// Whether the subscriber receives the position at first, before anything happens.
  private enum InitialValue {
    case none, pending, delivered
  }

  private var initialValue: InitialValue
  private let completion: ProgressCompletion
  /// Whether the last value was delivered.
  private(set) var isFinished = false
  var gate = DemandGate.closed
  var changes: ChangeQueue
  var updates: IntervalCursor?
  var boundaries: BoundaryCursor?
  /// The given times that replace those of the schedule at the next reading; nil if none do.
  private var newTimes: [MediaTime]?
  /// The number of updates and boundaries skipped since the last value.
  private var skipped = 0
  /// The next value for which the subscription waits: its position, and its instant as it was predicted.
  var awaited: (due: MediaTime, instant: HostInstant)?

  /// Creates a machine without demand; after an initial value, the end of a loop is no boundary, as it is its start.
  init(
    _ schedule: Schedule, remembersUndelivered: Bool, emitsInitialValue: Bool = false,
    until completion: ProgressCompletion = .closed, from reading: PlaybackReading
  ) {
    initialValue = emitsInitialValue ? .pending : .none
    self.completion = completion
    changes = ChangeQueue(keepsNewest: remembersUndelivered, from: reading)
    updates = schedule.interval.map { IntervalCursor(interval: $0, from: reading.position) }
    if schedule.hasBoundaries {
      boundaries = BoundaryCursor(
        schedule, from: reading.position, isPassed: reading.state == .playing)
    }
  }

  /// Starts at a reading that may be newer than the one that the machine was created with.
  mutating func begin(at reading: PlaybackReading) {
    guard reading.sequence > changes.sequence else { return }
    changes.restart(at: reading)
    updates?.move(to: reading.position)
    boundaries?.move(to: reading.position, nil)
  }

  /// Replaces the given times of the schedule at the next reading.
  mutating func follow(_ times: [MediaTime]) { newTimes = times }

  /// Replaces the given times once the pass of the reading is known. Those before the playhead count as crossed.
  mutating func replaceTimes(at reading: PlaybackReading) {
    let entry = changes.entries.first { !$0.hasSkippedBoundaries }
    guard newTimes != nil, entry != nil || reading.sequence == changes.sequence,
      let times = newTimes.take()
    else { return }
    let position = entry?.change.from ?? reading.position
    let isPassed = (entry?.before ?? reading).state == .playing
    if boundaries != nil {
      boundaries?.replace(times, at: position, isPassed: isPassed)
    } else if !times.isEmpty {
      boundaries = BoundaryCursor(.times(times), from: position, isPassed: isPassed)
    }
  }

  /// Adds starts and ends of cues that have become known.
  mutating func add(_ news: CueFeed.News, of feed: Int, at reading: PlaybackReading) {
    boundaries?.add(
      news, of: feed, isPaused: reading.rate.isPaused, awaitsStart: reading.awaitsStart)
  }

  /// Adds the chapters, once the media is open.
  mutating func add(_ chapters: [PresentedChapter]) {
    boundaries?.add(chapters)
  }

  /// Whether the chapters are missing, to be added with `add(_:)` once the media is open.
  var needsChapters: Bool { boundaries?.needsChapters == true }

  /// The frames that are needed with the next reading; nil if none are.
  var frameRequest: FrameBoundaryCursor.Request? {
    guard let frames = boundaries?.frames else { return nil }
    if gate.demand == .none || gate.skipsBoundaries { return frames.request(isListening: false) }
    // Those before a restart come with its change.
    return changes.framesBeforeRestart != nil ? nil : frames.request(isListening: true)
  }

  // MARK: What the cursors and deliveries share

  /// Counts updates or boundaries as skipped.
  mutating func skip(_ count: Int?) {
    guard let count, count > 0 else { return }
    let (sum, overflow) = skipped.addingReportingOverflow(count)
    skipped = overflow ? .max : sum
  }

  /// Skips the boundaries up to a reading, if it belongs to the timeline that is known.
  mutating func skipBoundaries(through reading: PlaybackReading, _ supply: FrameBoundaryFeed?) {
    guard reading.sequence == changes.sequence else { return }
    skip(
      boundaries?.skip(
        through: reading.position, isMoving: reading.state == .playing, reading.duration,
        supply))
  }

  /// Skips the boundaries up to a discontinuity, and continues after it.
  mutating func skipBoundaries(before change: PlaybackChange) {
    skip(
      boundaries?.skip(
        through: change.from, isMoving: change.reading.state == .playing, change.reading.duration,
        change.frames.before))
    continueBoundaries(after: change)
  }

  /// Starts a pass if the playhead jumped. Reading may also restart without that, for a step that playback replaced.
  mutating func continueBoundaries(after change: PlaybackChange) {
    if change.isJump {
      boundaries?.move(to: change.position, change.frames.after)
    } else if change.frames.left != nil {
      boundaries?.frames?.restart()
    }
  }

  /// Whether the position must be delivered first. Chapters of another player's media may come later.
  func isInitialValueDue(_ reading: PlaybackReading) -> Bool {
    initialValue == .pending && (!needsChapters || reading.status == .readyToPlay)
  }

  /// Whether a boundary is the seam of a loop, which is not delivered after an initial value.
  func isSeam(_ change: PlaybackChange, at due: MediaTime) -> Bool {
    initialValue != .none && change.cause == .looped && due == change.from
  }

  /// The cause of the last value, if the playhead has come to its last position.
  func lastCause(_ reading: PlaybackReading) -> ProgressCause? {
    switch reading.state {
    case .failed: .failed
    case .ended where completion == .ended: .ended
    default: nil
    }
  }

  /// Uses demand for a value.
  mutating func deliver(
    _ cause: ProgressCause, due: MediaTime, _ reading: PlaybackReading, _ boundary: Boundary? = nil,
    isAtForwardEnd: Bool = false
  ) -> Step {
    gate.use()
    if isInitialValueDue(reading) { initialValue = .delivered }
    defer { skipped = 0 }
    var progress = PlayheadProgress(
      reading, cause: cause, due: due, isAtForwardEnd: isAtForwardEnd)
    (progress.skipped, progress.boundary) = (skipped, boundary)
    isFinished =
      cause == .failed || completion == .ended && progress.endInstant != nil
    return .deliver(progress)
  }
}
