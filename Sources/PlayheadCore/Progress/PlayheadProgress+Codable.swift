import PlayheadMedia
import PlayheadTimekeeping

extension PlayheadProgress: Codable {
  /// The exact values, which the numbers of the command's records round.
  private struct Details: Codable {
    private enum CodingKeys: String, CodingKey {
      case position, due, duration, rate, error
      case completedLoops = "loops"
      case boundary
      case lastFrameStart = "last_frame_start"
      case frameNumber = "frame"
      case endInstant = "end_host_time_ns"
      case chapters, played, stalls, audio, accuracy, job
    }

    let position: MediaTime
    let due: MediaTime
    let duration: MediaTime?
    let rate: Rate
    let error: MediaError?
    let completedLoops: Int
    let boundary: Boundary?
    let lastFrameStart: MediaTime?
    let frameNumber: Int?
    let endInstant: Int64?
    let chapters: [PresentedChapter]?
    let played: PlayedTime
    let stalls: StallMeter
    let audio: AudioProgress?
    let accuracy: ObservedAccuracy?
    let job: JobDetails?

    init(_ progress: PlayheadProgress) {
      position = progress.position
      due = progress.due
      duration = progress.duration?.time
      rate = progress.rate
      error = if case .failed(let error) = progress.status { error } else { nil }
      completedLoops = progress.completedLoops
      boundary = progress.boundary
      lastFrameStart = progress.lastFrameStart
      frameNumber = progress.frameNumber
      endInstant = progress.endInstant?.nanoseconds
      chapters = progress.chapters
      played = progress.played
      stalls = progress.stalls
      audio = progress.audio
      accuracy = progress.accuracy
      job = progress.job
    }
  }

  private enum DetailKeys: String, CodingKey {
    case exact
    case isReady = "ready"
  }

  /// Creates the value that was encoded.
  ///
  /// - Throws: A `DecodingError` if a part is missing or invalid, as in a record of the command, which lacks the exact
  ///   values.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ProgressField.self)
    let details = try decoder.container(keyedBy: DetailKeys.self)
    let exact = try details.decode(Details.self, forKey: .exact)
    self.init(
      position: exact.position,
      hostInstant: HostInstant(nanoseconds: try container.decode(Int64.self, forKey: .hostTime)),
      rate: exact.rate, state: try container.decode(PlaybackState.self, forKey: .state),
      cause: try container.decode(ProgressCause.self, forKey: .cause), due: exact.due)
    if let time = exact.duration {
      let isExact = try container.decode(Bool.self, forKey: .durationExact)
      duration = MediaDuration(time: time, isExact: isExact)
    }
    if let error = exact.error {
      status = .failed(error)
    } else {
      status = try details.decode(Bool.self, forKey: .isReady) ? .readyToPlay : .unknown
    }
    skipped = try container.count(forKey: .skipped)
    completedLoops = exact.completedLoops
    boundary = exact.boundary
    lastFrameStart = exact.lastFrameStart
    frameNumber = exact.frameNumber
    endInstant = exact.endInstant.map { HostInstant(nanoseconds: $0) }
    (chapters, played, stalls) = (exact.chapters, exact.played, exact.stalls)
    (audio, accuracy, job) = (exact.audio, exact.accuracy, exact.job)
  }

  /// Encodes the keys and numbers of the command's JSON records that depend on the player alone,
  /// and then the exact values below `exact`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ProgressField.self)
    func seconds(_ time: MediaTime?) -> DecimalNumber? {
      time.map { DecimalNumber(truncatedSecondsOf: $0) }
    }
    try container.encode(seconds(position), forKey: .position)
    try container.encode(seconds(due), forKey: .due)
    try container.encode(seconds(duration?.time), forKey: .duration)
    try container.encode(duration?.isExact, forKey: .durationExact)
    try container.encode(seconds(remaining), forKey: .remaining)
    try container.encode(
      seconds(remainingHostNanoseconds.map { .nanoseconds($0) }), forKey: .remainingHost)
    let share = wholeShares(outOf: 1_000)
    try container.encode(
      share.map { DecimalNumber(Double($0) / 10, places: 1) }, forKey: .percent)
    try container.encode(
      wholeShares(outOf: 1_000_000).map { DecimalNumber(millionths: $0) }, forKey: .fraction)
    try container.encode(frameNumber, forKey: .frame)
    let number = chapters?.lastIndex { $0.position <= position }.map { $0 + 1 }
    try container.encode(number, forKey: .chapter)
    try container.encode(chapter?.title, forKey: .chapterTitle)
    let rate = Int64(rate.numerator) * 1_000_000 / Int64(rate.denominator)
    try container.encode(DecimalNumber(millionths: rate), forKey: .rate)
    try container.encode(state, forKey: .state)
    try container.encode(cause, forKey: .cause)
    try container.encode(boundary?.text, forKey: .boundary)
    try container.encode(skipped, forKey: .skipped)
    try container.encode(hostInstant.nanoseconds, forKey: .hostTime)
    try container.encode(clock, forKey: .clock)
    try container.encode(
      seconds(audio.flatMap { MediaTime($0.latency) }), forKey: .audioLatency)
    try container.encodeIfPresent(
      microsecondsOfUncertainty.map { DecimalNumber(millionths: $0) }, forKey: .uncertainty)
    if let job {
      try container.encode(job.estimate, forKey: .estimate)
      try container.encode(
        job.framesPerSecond.flatMap { DecimalNumber($0, places: 2) }, forKey: .framesPerSecond)
      try container.encode(job.size, forKey: .size)
    }
    if encoder is any CommandEncoder { return }
    var details = encoder.container(keyedBy: DetailKeys.self)
    try details.encode(status == .readyToPlay, forKey: .isReady)
    try details.encode(Details(self), forKey: .exact)
  }
}
