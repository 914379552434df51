import PlayheadMedia
import PlayheadTimekeeping

/// The timing of one track, measured from its packets.
///
/// Times are times of the container.
public struct TrackTimingReport: Hashable, Sendable {
  /// The description that the container gives of the track.
  public var track: MediaTrack
  /// Whether this is one of the played tracks, which define the timeline.
  public var isOnTimeline = false
  /// The number of packets.
  public var packetCount = 0
  /// The number of payload bytes.
  public var byteCount = 0
  /// The number of packets that are decoded but not presented.
  public var discardedCount = 0
  /// The number of packets whose payload is damaged.
  public var corruptCount = 0
  /// The number of damaged packets at the end, because one cut packet of the container may contain
  /// many packets of the codec. 0 if there are more than 32.
  public var corruptAtEndCount = 0
  /// Whether the last packet is damaged.
  public var isLastPacketCorrupt = false
  /// The least presentation time of packets that are not marked discard, in ticks of the track.
  public var firstTicks: Int64?
  /// The greatest presentation time of packets that are not marked discard, in ticks of the track.
  public var lastTicks: Int64?
  /// The difference between `lastTicks` and `firstTicks`, in ticks of the track; nil if it overflows.
  public var spanTicks: Int64?
  /// The start of presentation, without an encoder's priming.
  public var presentationStart: MediaTime?
  /// Whether `presentationStart` is derived from later packets, because the first packets have no presentation time.
  public var isStartUnknown = false
  /// Whether the track starts with frames that cannot be decoded, in containers whose clock may jump.
  public var beginsWithoutKeyframe = false
  /// The range of packet sizes in bytes, without the last packet.
  public var packetByteCounts: ClosedRange<Int>?
  /// The end of presentation of the last packet.
  public var presentationEnd: MediaTime?
  /// The time from `presentationStart` to `presentationEnd`.
  public var duration: MediaTime?
  /// The length that the container declares.
  public var declaredDuration: MediaTime?
  /// The header that declares the length.
  public var declaredHeader: DeclaredDuration.Header?
  /// For audio without declared priming: the delay between the timestamps and the decoder's output,
  /// which depends on the codec, and not on the encoder except for MP3, where it includes that of LAME.
  public var codecDelay: MediaTime?
  /// For video: the frame rate.
  public var frameRate: FrameRateReport?
  /// The intervals between successive presentation times.
  public var interval: IntervalStatistics?
  /// The number of packets without a presentation time.
  public var missingPresentationTimes = 0
  /// The number of packets without a decode time.
  public var missingDecodeTimes = 0
  /// The decode times that are less than the previous one, and the differences, in ticks of the track.
  public var backwardsDecodeTimes = CappedList<TrackInterval>()
  /// The presentation times that two packets have, in ticks of the track.
  public var doubledPresentationTimes = CappedList<TrackInterval>()
  /// The gaps in presentation, and their lengths, in ticks of the track. Only for audio, and for video
  /// with a constant rate.
  public var gaps = CappedList<TrackInterval>()
  /// The packets that start before the previous packet ends, and the lengths of the overlaps, in ticks of the track.
  public var overlaps = CappedList<TrackInterval>()
  /// The jumps of presentation time by more than 10 s, in ticks of the track; a jump back has a negative length.
  public var jumps = CappedList<TrackInterval>()
  /// The number of jumps that are wraps of a 32-bit or 33-bit counter.
  public var wrapCount = 0
  /// The number of keyframes.
  public var keyframeCount = 0
  /// For video: the intervals between keyframes.
  public var keyframeDistance: IntervalStatistics?
  /// For video: the longest interval from a keyframe to the next one or to the end, in ticks of the track.
  public var longestWithoutKeyframe: TrackInterval?
  /// The maximum number of frames that precede another in decoding and follow it in presentation.
  public var reorderDepth = 0
  /// Bits per second, over the measured duration plus the time by which decode times step backwards; nil for cover art.
  public var meanBitRate: Double?
  /// The maximum number of bits that are due in a whole second of the container's time.
  public var greatestBitsInASecond = 0
  /// How much faster the timestamps advance than the duration of the samples or frames, in parts
  /// per million, by least squares; nil if the number of samples or frames is unknown.
  public var drift: Double?
  /// The drift in seconds over the whole track.
  public var driftSeconds: Double?
  /// What the decoder reports; nil if the payloads were not decoded.
  public var decoding: DecodingReport?
  /// The amount of data along the timeline, for diagrams.
  public var activity: TrackActivity
  /// The extremes of the timing along the timeline, for diagrams; nil if they were not asked for.
  package var trace: TrackTrace?

  /// Creates the report on a track without packets.
  init(_ track: MediaTrack) {
    self.track = track
    activity = TrackActivity(timebase: track.timebase)
    declaredDuration = track.durationTicks.map(track.time(ofTicks:))
    declaredHeader = declaredDuration.map { _ in .container }
  }

  init(_ meter: TrackMeter, isOnTimeline: Bool) {
    self = meter.report
    self.isOnTimeline = isOnTimeline
    trace = meter.trace
    if corruptAtEndCount > 32 { corruptAtEndCount = 0 }
    isStartUnknown = meter.start.isUnknown
    beginsWithoutKeyframe = meter.leading.areFirst
    doubledPresentationTimes = meter.judge.doubled
    gaps = meter.judge.gaps
    overlaps = meter.judge.overlaps
    jumps = meter.judge.jumps
    wrapCount = jumps.elements.count { $0.isWrap }
    interval = IntervalStatistics(meter.judge.intervals, timebase: track.timebase)
    frameRate = track.kind == .video ? FrameRateReport(meter) : nil
    keyframeDistance = IntervalStatistics(meter.keyframeDistances, timebase: track.timebase)
    longestWithoutKeyframe = meter.longestWithoutKeyframe
    codecDelay = meter.start.codecDelay
    reorderDepth = meter.order.greatestDepth
    greatestBitsInASecond = meter.bitRate.greatestBits
    setTimes(of: meter)
    setDrift(of: meter)
  }

  /// Sets the length to that of the track's first header, or keeps FFmpeg's of all headers unless it is an estimate.
  mutating func setDeclaration(_ durations: [DeclaredDuration], isEstimated: Bool) {
    let own = durations.first {
      $0.track == track.index && $0.header != .mediaHeader && $0.header != .sampleTable
    }
    if let own {
      (declaredDuration, declaredHeader) = (own.duration, own.header)
    } else if isEstimated {
      (declaredDuration, declaredHeader) = (nil, nil)
    }
  }

  private mutating func setTimes(of meter: TrackMeter) {
    if let firstTicks, let lastTicks {
      let (span, overflow) = lastTicks.subtractingReportingOverflow(firstTicks)
      spanTicks = overflow ? nil : span
    }
    presentationEnd = meter.endTicks.map(track.time(ofTicks:))
    presentationStart = meter.presentationStart
    if let presentationStart, let presentationEnd {
      duration = presentationEnd.subtracting(presentationStart)
    }
    // A picture such as cover art is shown at no rate.
    if let duration, duration > .zero, !track.isAttachedPicture {
      // If the clock restarts repeatedly, far more media is presented than its timestamps span.
      meanBitRate =
        Double(byteCount) * 8 / (duration.seconds + meter.backwardsSeconds)
    }
  }

  private mutating func setDrift(of meter: TrackMeter) {
    // Without a constant rate there is no number of frames to compare with. If most audio packets
    // deviate, packets do not have the duration that the codec declares.
    let isUnknown = track.kind == .audio && meter.judge.markedCount > (interval?.count ?? 0) / 2
    let isUneven = frameRate.map { $0.verdict != .constant } ?? false
    if isUnknown || isUneven {
      gaps = CappedList()
      overlaps = CappedList()
      activity.removeGaps()
    } else if let slope = meter.judge.drift.slope {
      let ratio = frameRate?.measuredToDeclared ?? 1
      trace?.compare(withRate: ratio)
      let slope = (1 + slope) * ratio - 1
      drift = slope * 1e6
      driftSeconds = slope * meter.judge.elapsed * track.timebase.secondsPerTick
    }
  }
}

extension TrackInterval {
  /// Whether this is a wrap of a 32-bit or 33-bit counter, to within 0.1 % of its range.
  fileprivate var isWrap: Bool { CounterRange.isWrap(Double(length) / 90_000) }
}
