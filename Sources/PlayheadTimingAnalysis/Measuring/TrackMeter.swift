import PlayheadMedia
import PlayheadTimekeeping

/// Measures the packets of one track in file order, in constant memory.
struct TrackMeter {
  let track: MediaTrack
  /// The report with the counts. After damaged packets at the end, an undamaged one may be the rest of a cut one.
  private(set) var report: TrackTimingReport
  private var lastByteCount: Int?
  /// The total distance in seconds by which decode times step backwards.
  private(set) var backwardsSeconds = 0.0
  private(set) var keyframeDistances = IntervalHistogram()
  private(set) var judge: IntervalJudge
  private(set) var order: PresentationOrder
  private(set) var bitRate: BitRateMeter
  /// The greatest end of presentation, with derived times where the container has none.
  private(set) var endTicks: Int64?
  /// The least start of presentation, with derived times where the container has none.
  private var placedStartTicks: Int64?
  private(set) var start: PresentationStart
  private(set) var lastDecodeTicks: Int64?
  private var lastKeyframeTicks: Int64?
  /// For video: the keyframe with the greatest distance to the next one, and that distance.
  private var longestKeyframeDistance: TrackInterval?
  /// Restarts at each edit, because the space between edits is no gap.
  private var placement: PacketPlacement
  private var lastExpected: Double?
  /// Whether the last packet of sound has the codec and the sample rate of the track.
  private var isLastOwn = true
  /// The sound of the part behind the last join, and the measurements before it. An array, so that the meter is small.
  private var partSound: [PartSound] = []
  /// The start of the last packet of sound.
  private var lastSoundTicks: Int64?
  private let expectedLength: ExpectedLength
  private let isVideo: Bool
  private let storesDecodeTimes: Bool
  private let storesLengths: Bool
  private let mayBeginWithin: Bool
  private var part = 0
  /// Whether the time of the last packet was wrong and was corrected.
  private var isCorrected = false
  /// The values along the timeline; nil if they are not recorded.
  private(set) var trace: TrackTrace?
  /// Recognizes frames that refer to missing frames.
  private(set) var leading: LeadingFrames

  /// Creates a meter. A track that may begin within another one is an extract.
  ///
  /// The first frame of video may be too early by `startDelay` seconds, see `StartDelay`. `picturesEnd` is the declared
  /// end of the media, if the container gives each picture its time. Decode times are stored unless they are derived,
  /// and so may be the length of each picture.
  init(
    track: MediaTrack, mayBeginWithin: Bool, limits: FindingLimits, startDelay: Double = 0,
    isTraced: Bool = false, picturesEnd: MediaTime? = nil, storesDecodeTimes: Bool = true,
    storesLengths: Bool = false
  ) {
    self.track = track
    self.storesLengths = storesLengths && track.kind == .video
    // Without reordering, the times of the container are both.
    self.storesDecodeTimes = storesDecodeTimes || track.kind != .video
    order = PresentationOrder(storesDecodeTimes: storesDecodeTimes)
    isVideo = track.kind == .video
    self.mayBeginWithin = mayBeginWithin
    leading = LeadingFrames(areLooked: isVideo && mayBeginWithin)
    judge = IntervalJudge(
      track: track, limits: limits, picturesEnd: picturesEnd, startDelay: startDelay)
    bitRate = BitRateMeter(timebase: track.timebase)
    report = TrackTimingReport(track)
    start = PresentationStart(track: track)
    placement = PacketPlacement(track: track)
    expectedLength = ExpectedLength(track: track)
    trace = isTraced ? TrackTrace(timebase: track.timebase) : nil
  }

  mutating func add(_ packet: PacketTiming, part: Int, replacing original: PacketTiming? = nil) {
    if part != self.part {
      self.part = part
      restart()
      leaveOutOtherRate()
      if track.kind == .audio { partSound = [PartSound(before: judge)] }
    } else if packet.beginsEdit {
      restart()
    }
    report.packetCount += 1
    report.byteCount += packet.byteCount
    recordSize(of: packet)
    if packet.isDiscarded { report.discardedCount += 1 }
    if packet.isCorrupt { report.corruptCount += 1 }
    if packet.isCorrupt || !report.isLastPacketCorrupt {
      report.corruptAtEndCount = packet.isCorrupt ? report.corruptAtEndCount + 1 : 0
    }
    report.isLastPacketCorrupt = packet.isCorrupt
    // A time before zero may be stored and not read.
    if (original ?? packet).presentationTicks == nil { report.missingPresentationTimes += 1 }
    if storesLengths, let ticks = packet.durationTicks {
      judge.longestStored = max(judge.longestStored, ticks)
    }
    recordDecodeTime(of: packet)
    recordCorrection(of: original, packet)
    start.add(packet)
    if packet.isKeyframe { report.keyframeCount += 1 }
    recordPlaced(placement.place(packet))
    if let ticks = packet.presentationTicks ?? packet.decodeTicks ?? placement.decodeTicks {
      bitRate.add(ticks: packet.decodeTicks ?? ticks, byteCount: packet.byteCount)
      report.activity.add(
        ticks: ticks, byteCount: packet.byteCount, isKeyframe: isVideo && packet.isKeyframe)
    }
    while let frame = order.next(decodeTicks: placement.decodeTicks) {
      measure(frame, expected: nil)
    }
  }

  /// Records by how much the last packet follows later packets of other tracks in the file.
  mutating func add(interleaving seconds: Double, at ticks: Int64) {
    trace?.add(interleaving: seconds, at: ticks)
  }

  /// The start of presentation, without an encoder's priming.
  var presentationStart: MediaTime? {
    (isVideo ? nil : start.time) ?? placedStartTicks.map(track.time(ofTicks:))
  }

  /// By how much the first frame of video is too early, see `StartDelay`.
  var startDelay: MediaTime { track.time(ofTicks: judge.startDelay) }

  /// The longest interval without another keyframe, up to the next one or the end; nil without any keyframe.
  var longestWithoutKeyframe: TrackInterval? {
    guard isVideo, let last = lastKeyframeTicks, let endTicks else { return nil }
    let (rest, overflow) = endTicks.subtractingReportingOverflow(last)
    let end = TrackInterval(ticks: last, length: overflow ? 0 : rest)
    return longestKeyframeDistance.map { $0.length >= end.length ? $0 : end } ?? end
  }

  /// Ends the measurement. Without the end of the track, waiting frames are not judged: others may be missing.
  mutating func finish(isComplete: Bool) {
    placeWaiting()
    if isComplete, report.packetCount >= track.declaredPacketCount ?? 0 { presentWaiting() }
    leaveOutOtherRate()
    judge.finish()
    recordGaps()
  }

  /// Starts another recording, edit or Period with the next packet.
  private mutating func restart() {
    placeWaiting()
    presentWaiting()
    judge.restart()
    trace?.restart()
    placement.forgetLast()
    leading.await()
    (lastDecodeTicks, lastKeyframeTicks, lastExpected) = (nil, nil, nil)
  }

  /// Forgets the measurements of a part whose sample rate is not that of the track: libavformat counts its times wrongly.
  private mutating func leaveOutOtherRate() {
    if let part = partSound.popLast(), part.hasOtherRate { judge = part.before }
  }

  /// Places the packets that depended on later packets, because no more follow.
  private mutating func placeWaiting() {
    placement.finish()
    recordPlaced(placement.next())
  }

  /// Judges the waiting frames. In an extract of a longer file, frames between them may be missing.
  private mutating func presentWaiting() {
    while let frame = order.nextAtEnd() {
      if mayBeginWithin, judge.isGap(before: frame.ticks) { continue }
      measure(frame, expected: nil)
    }
  }

  /// Judges the next frame in the order of presentation.
  private mutating func measure(_ frame: TrackInterval, expected: Double?, isExact: Bool = true) {
    judge.add(frame, expected: expected, isExact: isExact)
    recordGaps()
    trace?.present(frame.ticks, deviation: judge.deviation, elapsed: judge.elapsed)
  }

  private mutating func recordGaps() {
    for gap in judge.removeNewGaps() { report.activity.addGap(at: gap.ticks) }
  }

  private mutating func recordSize(of packet: PacketTiming) {
    if let last = lastByteCount {
      report.packetByteCounts =
        report.packetByteCounts.map { min($0.lowerBound, last)...max($0.upperBound, last) }
        ?? last...last
    }
    lastByteCount = packet.byteCount
  }

  private mutating func recordDecodeTime(of packet: PacketTiming) {
    guard let ticks = packet.decodeTicks else { return report.missingDecodeTimes += 1 }
    // Such packets are decoded again for an edit.
    if packet.isDiscarded { return }
    if storesDecodeTimes, let last = lastDecodeTicks, ticks < last {
      let (distance, overflow) = last.subtractingReportingOverflow(ticks)
      report.backwardsDecodeTimes.append(
        TrackInterval(ticks: ticks, length: overflow ? .max : distance))
      backwardsSeconds += (Double(last) - Double(ticks)) * track.timebase.secondsPerTick
    }
    lastDecodeTicks = ticks
  }

  /// Records a jump, if the time of a packet was wrong. Later packets may have their times from the first one.
  private mutating func recordCorrection(of original: PacketTiming?, _ packet: PacketTiming) {
    defer { isCorrected = original != nil }
    guard let original, !isCorrected, let right = packet.decodeTicks ?? packet.presentationTicks,
      let wrong = original.decodeTicks ?? original.presentationTicks
    else { return }
    var (length, overflow) = wrong.subtractingReportingOverflow(right)
    if packet.presentationTicks == nil, packet.decodeTicks == original.decodeTicks,
      let wrong = original.presentationTicks
    {
      (length, overflow) = wrong.subtractingReportingOverflow(right)
    } else if let wrong = original.presentationTicks, let right = packet.presentationTicks,
      wrong != right, packet.presentationTicks != packet.decodeTicks || length == 0
    {
      // Decode times may be derived.
      (length, overflow) = wrong.subtractingReportingOverflow(right)
    } else if length == 0, let wrong = original.durationTicks, let right = packet.durationTicks {
      (length, overflow) = wrong.subtractingReportingOverflow(right)
    }
    if length == 0, !overflow { return }
    judge.add(jump: TrackInterval(ticks: right, length: overflow ? .max : length))
  }

  /// Records the packets that were placed, starting with this one.
  private mutating func recordPlaced(_ first: PlacedPacket?) {
    var next = first
    while let placed = next {
      let (packet, interval) = (placed.packet, placed.interval)
      if packet.isKeyframe, !placed.isExtension { recordKeyframe(at: interval.lowerBound) }
      if !packet.isDiscarded {
        endTicks = max(endTicks ?? interval.upperBound, interval.upperBound)
        placedStartTicks = min(placedStartTicks ?? interval.lowerBound, interval.lowerBound)
        if !placed.isExtension { present(interval, packet) }
      }
      next = placement.next()
    }
  }

  /// Returns the expected interval of sound. libavformat dates a short block of Vorbis after a long one too late.
  @inline(__always)  // A call for each packet would copy the meter.
  private func expectedInterval(to ticks: Int64, lasting length: Double?) -> Double? {
    guard track.codec == "vorbis", let last = lastExpected, let length, length < last,
      let lastSoundTicks
    else { return lastExpected }
    let late = last + (last - length) / 2
    return abs(Double(ticks) - Double(lastSoundTicks) - late) <= 1 ? late : last
  }

  private mutating func recordKeyframe(at ticks: Int64) {
    guard isVideo else { return }
    if let last = lastKeyframeTicks {
      let (distance, overflow) = ticks.subtractingReportingOverflow(last)
      if !overflow, distance > 0 {
        keyframeDistances.add(distance)
        if distance > longestKeyframeDistance?.length ?? 0 {
          longestKeyframeDistance = TrackInterval(ticks: last, length: distance)
        }
      }
    }
    lastKeyframeTicks = ticks
  }

  private mutating func present(_ interval: Range<Int64>, _ packet: PacketTiming) {
    let ticks = interval.lowerBound
    let (length, overflow) = interval.upperBound.subtractingReportingOverflow(ticks)
    let place = TrackInterval(ticks: ticks, length: overflow ? .max : length)
    report.firstTicks = min(report.firstTicks ?? ticks, ticks)
    report.lastTicks = max(report.lastTicks ?? ticks, ticks)
    switch track.kind {
    case .video:
      if leading.record(packet, ticks) { return }
      if packet.followsRepeats {
        presentWaiting()
        judge.restart()
      }
      let depth = order.insert(place)
      trace?.add(reorderDepth: depth, at: ticks)
    case .audio:
      // An encoder's priming may be separate from the presented packets.
      if report.packetCount == 1, start.beginsWithSecond { return }
      let length = expectedLength.ticks(of: packet)
      let expected = expectedInterval(to: ticks, lasting: length)
      measure(place, expected: expected, isExact: isLastOwn)
      if !partSound.isEmpty { partSound[0].add(ticks, after: expected) }
      (lastExpected, lastSoundTicks) = (length, ticks)
      isLastOwn = !expectedLength.isOther(packet)
    default: break
    }
  }
}

/// The length of the sound of a part behind a join, by its times and by its packets.
private struct PartSound {
  /// The measurements before the part.
  let before: IntervalJudge
  private var first: Int64?
  private var last: Int64 = 0
  private var expected = 0.0

  init(before: IntervalJudge) { self.before = before }

  mutating func add(_ ticks: Int64, after expected: Double?) {
    if first == nil { first = ticks } else { self.expected += expected ?? 0 }
    last = max(last, ticks)
  }

  var hasOtherRate: Bool {
    guard let first, expected > 0 else { return false }
    return ExpectedLength.isRatioOfRates((Double(last) - Double(first)) / expected)
  }
}
