import Media
import Timekeeping

/// The timing of one track, as its packets tell it.
///
/// Times are of the container and in ticks of `track.timebase`, unless they carry their own.
public struct TrackTimingReport: Hashable, Sendable {
  /// What the container tells of the track.
  public var track: Track
  /// Whether it is one of the tracks that make the timeline: of video and of audio one each.
  public var isOnTimeline: Bool
  public var packetCount: Int
  public var byteCount: Int
  /// Packets that are decoded and not presented.
  public var discardedCount: Int
  /// Packets whose payload is damaged.
  public var corruptCount: Int
  /// The number of damaged packets at the end: one cut packet of the container may contain many of
  /// the codec. 0 if there are more than 32.
  public var corruptAtEndCount: Int
  /// Whether the last packet is damaged.
  public var isLastPacketCorrupt: Bool
  /// The least and greatest presentation time, of packets not marked discard.
  public var firstTicks: Int64?
  public var lastTicks: Int64?
  /// Greatest less least presentation time; nil where it overflows.
  public var spanTicks: Int64?
  /// When presentation begins, an encoder's priming not counted.
  public var presentationStart: MediaTime?
  /// Whether the first packets have no presentation time, but later ones do: then it is derived from
  /// those.
  public var isStartUntold: Bool
  /// Whether the track starts with frames that cannot be decoded, in containers whose clock may jump.
  public var beginsWithoutKeyframe: Bool
  /// The range of packet sizes in bytes, without the last packet.
  public var packetByteCounts: ClosedRange<Int>?
  /// When the presentation of the last packet ends.
  public var presentationEnd: MediaTime?
  /// From the first to the second of those.
  public var measuredDuration: MediaTime?
  /// The length that the container declares.
  public var declaredDuration: MediaTime?
  /// The header that declares it.
  public var declaredHeader: DeclaredDuration.Header?
  /// Of audio whose container declares no priming: how much later than its timestamps the codec's
  /// decoder returns the sound, whichever the encoder.
  public var codecDelay: MediaTime?
  /// Of video.
  public var frameRate: FrameRateReport?
  /// Of the intervals between presentation times, in their order, in ticks.
  public var interval: IntervalStatistics?
  public var missingPresentationTimes: Int
  public var missingDecodeTimes: Int
  /// Where a decode time is less than the one before, and by how much.
  public var backwardsDecodeTimes: CappedList<TimingPlace>
  /// Presentation times that two packets have.
  public var doubledPresentationTimes: CappedList<TimingPlace>
  /// Where nothing is presented, and how long. Of video of a constant rate and of audio.
  public var gaps: CappedList<TimingPlace>
  /// Where a packet begins before the one before has ended, and by how much.
  public var overlaps: CappedList<TimingPlace>
  /// Where presentation time goes on by more than 10 s, or back by more than that (negative).
  public var jumps: CappedList<TimingPlace>
  /// Jumps by the range of a 32-bit or 33-bit counter: it began anew.
  public var wrapCount: Int
  public var keyframeCount: Int
  /// Of video: between keyframes, in ticks.
  public var keyframeDistance: IntervalStatistics?
  /// Of video: the longest stretch that begins with a keyframe and has no other.
  public var longestWithoutKeyframe: TimingPlace?
  /// How many frames come before another one in decoding and after it in presentation, at most.
  public var reorderDepth: Int
  /// Bits a second over the measured duration, and over what decode times went back.
  public var meanBitRate: Double?
  /// The most bits due in one whole second of the container's time.
  public var greatestBitsInASecond: Int
  /// How much faster the timestamps run than the samples or frames they count, in parts per
  /// million, by least squares; nil where the container or codec tells no such count.
  public var drift: Double?
  /// By how much they have gone apart over the track, in seconds.
  public var driftSeconds: Double?
  /// What lies where, for pictures.
  public var activity: Activity

  init(_ meter: TrackMeter, isOnTimeline: Bool) {
    track = meter.track
    self.isOnTimeline = isOnTimeline
    packetCount = meter.packetCount
    byteCount = meter.byteCount
    discardedCount = meter.discardedCount
    corruptCount = meter.corruptCount
    isLastPacketCorrupt = meter.isLastCorrupt
    corruptAtEndCount = meter.corruptAtEndCount > 32 ? 0 : meter.corruptAtEndCount
    isStartUntold = meter.isStartUntold
    beginsWithoutKeyframe = meter.beginsWithoutKeyframe
    packetByteCounts = meter.packetByteCounts
    missingPresentationTimes = meter.missingPresentationCount
    missingDecodeTimes = meter.missingDecodeCount
    backwardsDecodeTimes = meter.backwards
    doubledPresentationTimes = meter.judge.doubled
    gaps = meter.judge.gaps
    overlaps = meter.judge.overlaps
    jumps = meter.judge.jumps
    interval = IntervalStatistics(meter.judge.intervals)
    frameRate = meter.track.kind == .video ? FrameRateReport(meter) : nil
    keyframeCount = meter.keyframeCount
    keyframeDistance = IntervalStatistics(meter.keyframeDistances)
    longestWithoutKeyframe = meter.longestWithoutKeyframe
    codecDelay = meter.codecDelay
    reorderDepth = meter.order.greatestDepth
    greatestBitsInASecond = meter.bitRate.greatestBits
    activity = meter.activity
    wrapCount = jumps.elements.count { $0.isWrap }
    takeTimes(of: meter)
    takeDrift(of: meter)
  }

  /// Sets the declared length to that of the track's first header. Without one the length that
  /// FFmpeg makes of all headers stays, unless it is an estimate.
  mutating func takeDeclaration(_ durations: [DeclaredDuration], isReckoned: Bool) {
    let own = durations.first {
      $0.track == track.index && $0.header != .mediaHeader && $0.header != .sampleTable
    }
    if let own {
      (declaredDuration, declaredHeader) = (own.duration, own.header)
    } else if isReckoned {
      (declaredDuration, declaredHeader) = (nil, nil)
    }
  }

  private mutating func takeTimes(of meter: TrackMeter) {
    firstTicks = meter.times?.lowerBound
    lastTicks = meter.times?.upperBound
    if let times = meter.times {
      let (span, overflow) = times.upperBound.subtractingReportingOverflow(times.lowerBound)
      spanTicks = overflow ? nil : span
    }
    declaredDuration = track.durationTicks.map(track.time(ofTicks:))
    declaredHeader = declaredDuration.map { _ in .container }
    presentationEnd = meter.endTicks.map(track.time(ofTicks:))
    presentationStart = meter.presentationStart
    if let presentationStart, let presentationEnd {
      measuredDuration = presentationEnd.subtracting(presentationStart)
    }
    if let measuredDuration, measuredDuration > .zero {
      // Where the clock begins anew again and again, far more is presented than it spans.
      meanBitRate =
        Double(byteCount) * 8 / (measuredDuration.seconds + meter.backwardsSeconds)
    }
  }

  private mutating func takeDrift(of meter: TrackMeter) {
    // A rate that is not constant has no count of frames; and where most packets are off, they are
    // longer than the codec tells.
    let isUntold = track.kind == .audio && gaps.total + overlaps.total > (interval?.count ?? 0) / 2
    let isUneven = frameRate.map { $0.verdict != .constant } ?? false
    if isUntold || isUneven {
      gaps = CappedList()
      overlaps = CappedList()
    } else if let slope = meter.judge.drift.slope {
      let slope = (1 + slope) * (frameRate?.measuredToDeclared ?? 1) - 1
      drift = slope * 1e6
      driftSeconds = slope * meter.judge.elapsed * track.timebase.secondsPerTick
    }
  }
}

extension TimingPlace {
  /// Whether it is a step back by the range of a counter of 32 or 33 bits, to a second or so.
  fileprivate var isWrap: Bool { CounterRange.isWrap(Double(length) / 90_000) }
}
