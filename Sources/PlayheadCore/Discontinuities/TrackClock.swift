import PlayheadMedia
import PlayheadTimekeeping

/// The clock of one track, from its packets until now. Times are in nanoseconds.
struct TrackClock {
  /// A deviation that is not judged: rounding, and times that a demuxer derives.
  static let tolerance: Int64 = 60_000_000
  /// The longest pause of a recording.
  private static let longestPause: Int64 = 10_000_000_000
  /// A difference of intervals that rounding explains.
  static let rounding: Int64 = 2_000_000
  /// The number of equal intervals after which one that is shorter is a jump.
  private static let steadyCount = 2
  /// The number of equal intervals after which the last packet of a track may have a wrong time.
  private static let provenCount = 8

  /// The least correction that clock references contradict: they are up to 100 ms apart.
  private static let leastConfirmed: Int64 = 500_000_000

  /// What depends on the container.
  struct Container {
    /// Whether the times of a track are judged by `StrayPictures`, or by the pages of Ogg.
    let isJudged: (MediaTrack) -> Bool
    /// Whether the time of a page is that of its last packet.
    let isOgg: Bool
    /// Whether one time is stored for packets at the same offset. In ASF each has its own.
    let countsTimes: Bool
    /// Whether each picture is shown until the next one, so that a long interval is no pause.
    let showsPictures: Bool
    /// Whether no packet is before zero. In ASF that is the declared preroll, which is added to all times.
    let startsAtZero: Bool
    /// Whether libavformat derives decode times from presentation times.
    let derivesTimes: Bool
    /// The declared end of the media, if each picture is shown until the next one.
    let declaredEnd: Int64?

    init(_ info: MediaInfo) {
      let isOgg = info.container == "ogg"
      isJudged = {
        info.storesOnlyPresentation($0) || isOgg && ["theora", "vp8"].contains($0.codec)
      }
      self.isOgg = isOgg
      countsTimes = info.container != "asf"
      startsAtZero = info.container == "asf"
      derivesTimes = info.storesOnlyPresentation
      // GXF has pictures at a constant rate.
      showsPictures = info.storesContinuousTimes && info.container != "gxf"
      // libavformat takes that of NUT and WTV from the last times.
      let declaresEnd = showsPictures && !["nut", "wtv"].contains(info.container)
      let start = info.presentationStart ?? .zero
      guard declaresEnd, let length = info.declaredDuration(from: start) else {
        declaredEnd = nil
        return
      }
      declaredEnd = start.adding(length)?.nanoseconds(rounding: .up)
    }
  }

  /// What does not change. A class, because clocks are copied for each packet.
  private final class Facts {
    let track: MediaTrack
    let container: Container
    /// A difference of intervals that rounding explains: a packet of sound may last for a fraction of a tick.
    let rounding: Int64
    /// Whether decode times are derived from those of pictures that may be reordered.
    let mayBeDerived: Bool

    init(_ track: MediaTrack, _ container: Container) {
      (self.track, self.container) = (track, container)
      mayBeDerived = track.kind == .video && track.mayReorder && container.derivesTimes
      let ticks = MediaTime(ticks: 2, timebase: track.timebase).nanoseconds(rounding: .up)
      rounding = track.kind == .audio ? max(ticks, TrackClock.rounding) : TrackClock.rounding
    }
  }

  private let facts: Facts
  let kind: MediaTrack.Kind
  let timebase: Timebase
  /// The time of the last packet; nil before the first one.
  private(set) var last: Int64?
  /// The expected time from the last packet to the next one; nil if it is unknown.
  private var step: Int64?
  private var interval: Int64?
  /// The greatest duration of a packet.
  private var longestDuration: Int64 = 0
  private var count = 0
  /// The greatest recent interval.
  private var longest: Int64 = 0
  private var equalCount = 0
  /// The time from which intervals were equal.
  private var equalStart: Int64?
  /// The number of intervals that differ from the expected ones.
  private var unequalCount = 0
  /// Whether intervals are short and vary, so that their mean is no better than the last one.
  private var isUneven = false
  private var hasJumped = false
  /// The time of the first packet.
  private(set) var first: Int64?
  /// The lead of the last packet with a known one.
  private var lead: Int64?
  /// Whether all times are accepted, because they were judged before.
  let isJudged: Bool

  init(track: MediaTrack, in container: Container) {
    facts = Facts(track, container)
    (kind, timebase) = (track.kind, track.timebase)
    isJudged = container.isJudged(track)
  }

  var container: Container { facts.container }

  /// Returns a clock of the same track without packets.
  var restarted: TrackClock { TrackClock(track: facts.track, in: facts.container) }

  /// The start that the container declares.
  var declaredStart: Int64? {
    facts.track.startTicks.map(nanoseconds)
  }

  /// Returns the decode time of a packet. Presentation times of pictures are not in order.
  func time(of packet: PacketTiming) -> Int64? {
    let presented = kind == .audio || isJudged ? packet.presentationTicks : nil
    let ticks = isJudged ? presented : packet.decodeTicks ?? presented
    return ticks.map { nanoseconds($0) }
  }

  /// Returns the presentation time of a packet.
  func presentation(of packet: PacketTiming) -> Int64? {
    packet.presentationTicks.map { nanoseconds($0) }
  }

  /// Returns the duration of a packet; nil if it is unknown.
  func duration(of packet: PacketTiming) -> Int64? {
    packet.durationTicks.flatMap { $0 > 0 ? nanoseconds($0) : nil }
  }

  private func nanoseconds(_ ticks: Int64) -> Int64 {
    MediaTime(ticks: ticks, timebase: timebase).wholeNanoseconds
  }

  /// Returns by how much a time is later than the clock reference where its packet begins; nil if that is not known.
  func lead(_ time: Int64, _ clockReference: Int64?) -> Int64? {
    // Both have 33 bits, and the time may have more.
    clockReference.map { reference in
      ((((time &* 9 / 100_000) &- reference) &<< 31) >> 31) &* 100_000 / 9
    }
  }

  /// Whether clock references advance as the times of two packets do, which a correction would change.
  private func isConfirmed(_ before: Int64?, _ after: Int64?, against correction: Int64) -> Bool {
    guard let before, let after, abs(correction) >= Self.leastConfirmed else { return false }
    return abs(StrayRun.distance(from: before, to: after)) <= Self.leastConfirmed / 4
  }

  /// Whether a duration of sound is wrong: in Ogg, libavformat counts the last one to the end that the page gives.
  private func hasWrongDuration(_ packet: PacketTiming) -> Bool {
    guard facts.container.isOgg, kind == .audio, count == Self.provenCount,
      let duration = duration(of: packet)
    else { return false }
    return duration > longestDuration + Self.tolerance
  }

  /// Corrects a wrong duration of sound, and returns whether it was.
  func correctDuration(of packet: inout PacketTiming) -> Bool {
    guard hasWrongDuration(packet) else { return false }
    packet.durationTicks =
      MediaTime.nanoseconds(longestDuration)
      .converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    return true
  }

  /// The longest time from decoding to presentation that is usual.
  var greatestDelay: Int64 {
    max(Self.product(max(longest, step ?? 0), Int64(Self.reordering)), Self.unknownStep)
  }

  /// Returns the time from decoding to presentation of a picture if it is not usual; otherwise nil.
  func unusualDelay(of packet: PacketTiming, at time: Int64) -> Int64? {
    guard kind == .video, !facts.container.showsPictures, last != nil,
      let presented = packet.presentationTicks, let decoded = packet.decodeTicks
    else { return nil }
    let delay = StrayRun.distance(
      from: isJudged ? nanoseconds(decoded) : time, to: nanoseconds(presented))
    return delay >= -Self.tolerance && delay <= greatestDelay ? nil : delay
  }

  /// Returns the expected time of some packets; zero if it is unknown.
  func span(ofSteps count: Int) -> Int64 { Self.product(step ?? 0, Int64(count)) }

  /// Whether the time from one packet to the next one is longer than before.
  func exceedsStep(from one: Int64, to other: Int64) -> Bool {
    StrayRun.distance(from: one, to: other) > greatestStep
  }

  /// Whether intervals were equal from the start.
  var isSteady: Bool { unequalCount == 0 && equalCount >= Self.steadyCount }

  /// Accepts a packet that continues the track and needs no correction; otherwise returns false, and changes nothing.
  mutating func passes(_ packet: PacketTiming, _ clockReference: Int64?) -> Bool {
    guard let time = time(of: packet) else { return true }
    guard last != nil || isJudged, accepts(time),
      !packet.beginsEdit, !packet.followsMissingBytes,
      !hasWrongDuration(packet), unusualDelay(of: packet, at: time) == nil
    else { return false }
    advance(to: time, packet, clockReference)
    return true
  }

  /// Accepts the time of the next packet.
  mutating func advance(to time: Int64, _ packet: PacketTiming, _ clockReference: Int64?) {
    first = first ?? time
    lead = lead(time, clockReference) ?? lead
    if let last, time > last, !hasJumped {
      let new = StrayRun.distance(from: last, to: time)
      let isEqual = step.map { areEqual(new, $0) } ?? false
      equalCount = isEqual ? equalCount + 1 : 0
      if isEqual, let step { isUneven = isUneven || abs(new - step) > facts.rounding }
      if !isEqual { equalStart = time }
      if step != nil, !isEqual { unequalCount += 1 }
      longest = max(new, longest - longest / 16)
      interval = new
    }
    let duration = duration(of: packet)
    longestDuration = max(longestDuration, duration ?? 0)
    count = min(count + 1, Self.provenCount)
    step = kind == .audio ? duration ?? interval : interval ?? duration
    last = hasJumped ? time : max(last ?? time, time)
    hasJumped = false
  }

  /// Whether intervals are equal, or so short that they are not judged, as those of Vorbis without durations.
  private func areEqual(_ one: Int64, _ other: Int64) -> Bool {
    abs(one - other) <= facts.rounding || kind == .audio && max(one, other) <= Self.tolerance
  }

  /// Records that the next packet does not continue the track. The time between is an interval if it may be a pause.
  mutating func jump(to time: Int64) {
    guard let last else { return }
    hasJumped = !(0...Self.longestPause).contains(StrayRun.distance(from: last, to: time))
  }

  /// Whether a packet continues the track.
  func accepts(_ time: Int64) -> Bool {
    if isJudged { return true }
    guard let last else { return false }
    let distance = StrayRun.distance(from: last, to: time)
    if facts.mayBeDerived, let step, step >= Self.slowStep,
      abs(distance) <= Self.product(step, Int64(Self.reordering))
    {
      return true
    }
    // Before intervals of pictures were equal, their steps are not known. Packets of sound have a length.
    let isSteady = equalCount >= Self.steadyCount || kind == .audio
    let least = isSteady ? (step ?? 0) - Self.tolerance : -Self.rounding
    return distance >= least && distance <= greatestStep
  }

  private var greatestStep: Int64 {
    let nominal = facts.container.showsPictures ? facts.track.meanStep : nil
    return StrayRun.sum(max(longest, step ?? nominal ?? Self.unknownStep), Self.tolerance)
  }

  /// The number of pictures by which codecs reorder, and one more.
  static let reordering = 17
  /// The step from which pictures are slides, whose reordered times are far apart.
  private static let slowStep: Int64 = 250_000_000
  /// The longest interval if none is known yet.
  private static let unknownStep: Int64 = 1_000_000_000

  /// Whether a packet continues a run.
  func isNext(_ time: Int64, in run: StrayRun) -> Bool {
    let distance = StrayRun.distance(from: run.last, to: time)
    let greatest =
      last == nil ? StrayRun.sum(run.duration ?? Self.unknownStep, Self.tolerance) : greatestStep
    return distance >= -Self.tolerance && distance <= greatest
  }

  /// How a unit after a run follows.
  enum Sequel {
    /// It continues the clock before the run, whose times are wrong.
    case returns
    case continues
    /// It agrees with neither.
    case differs
  }

  /// Returns how a unit at a time follows a run.
  func sequel(of run: StrayRun, at time: Int64) -> Sequel {
    guard let last else { return .differs }
    // Without durations, the second packet is between the first and the third one.
    if step == nil, time >= last, time < run.last { return .returns }
    let step = step ?? 0
    let distance = StrayRun.distance(from: last, to: time)
    let count = Int64(run.count + 1) + run.untimedCount
    let isOld =
      distance >= -Self.tolerance
      && distance <= Self.product(max(longest, step), count) + Self.tolerance
    let isNew = isNext(time, in: run)
    // Where intervals vary, a unit may continue both.
    let error = abs(StrayRun.distance(from: Self.product(step, count), to: distance))
    let isExact = error <= facts.rounding
    // Pictures in order are wrong only among those at equal intervals, which they may fit by chance.
    let isOrdered = kind == .video && run.first > last && time >= run.last
    let isSteady = unequalCount == 0 || equalCount >= Self.steadyCount
    if isOld, isOrdered ? isExact && isSteady : !isNew || isExact { return .returns }
    if isNew { return .continues }
    // Media is missing, too.
    if run.first > last ? time < run.last : distance > 0 { return .returns }
    return .differs
  }

  /// Returns what to add to the times of a run after which a unit returns to the clock.
  func correction(of run: StrayRun, before time: Int64) -> StrayRun.Correction? {
    guard let last else { return nil }
    // Without durations, the second packet is between the first and the third one.
    let even = StrayRun.distance(from: last, to: time) / Int64(run.count + 1)
    let span = StrayRun.sum(
      StrayRun.distance(from: run.first, to: run.last), run.duration ?? step ?? even)
    let start = StrayRun.sum(time, -span)
    let distance = StrayRun.distance(from: last, to: start)
    let isCredible = distance > 0 && distance <= greatestStep
    let expected = isCredible ? start : StrayRun.sum(last, step ?? 0)
    return .init(nanoseconds: StrayRun.distance(from: run.first, to: expected), count: run.count)
  }

  private var showsPictures: Bool { facts.container.showsPictures && kind == .video }

  /// Returns what to add to the first times of the track; nil if they may be right.
  func startCorrection(of run: StrayRun) -> StrayRun.Correction? {
    // The first picture may be shown for long, if it is not before zero by more than one picture, and pictures at a
    // variable rate show nothing.
    guard let correction = run.startCorrection,
      !isConfirmed(run.units[0].lead, run.units[1].lead, against: correction.nanoseconds)
    else { return nil }
    if kind == .audio { return correction }
    let picture = max(facts.track.meanStep ?? 0, Self.tolerance)
    let isBeforeZero = run.first < -(facts.container.startsAtZero ? Self.rounding : picture)
    let mayBeLong = facts.container.showsPictures ? !isBeforeZero : run.duration == nil
    return !run.isSteady || mayBeLong && correction.nanoseconds > 0 ? nil : correction
  }

  /// The mean of the last equal intervals, since containers round times; nil if the next interval is not known.
  private var meanStep: Int64? {
    guard equalCount >= Self.provenCount, !isUneven, let equalStart, let last else { return step }
    return StrayRun.distance(from: equalStart, to: last) / Int64(equalCount)
  }

  /// Returns what to add to the times of a run that no later unit of its track follows; nil if they may be right.
  func correctionWithoutReturn(_ run: StrayRun) -> StrayRun.Correction? {
    guard let last else { return startCorrection(of: run) }
    if run.units.count > 1 { return nil }
    let expected = StrayRun.sum(last, meanStep ?? 0)
    let correction = StrayRun.distance(from: run.first, to: expected)
    let all = StrayRun.Correction(nanoseconds: correction, count: run.count)
    if isConfirmed(lead, run.units[0].lead, against: correction) { return nil }
    if run.first < last { return all }
    // The last picture of several groups at a constant rate may be another pause.
    let pauseCount = kind == .audio ? 0 : unequalCount
    // Sound may be early, too: its packets have a length.
    guard correction < 0 || kind == .audio, equalCount / Self.provenCount > pauseCount else {
      return nil
    }
    if showsPictures, let end = facts.container.declaredEnd,
      StrayRun.sum(run.presented ?? run.first, run.duration ?? step ?? 0)
        <= StrayRun.sum(end, Self.rounding)
    {
      return nil
    }
    // After a pause the other tracks are at the same time.
    if correction < -StrayTimes.interleaving, let others = run.others,
      abs(StrayRun.distance(from: others, to: run.first))
        <= abs(StrayRun.distance(from: others, to: expected))
    {
      return nil
    }
    return all
  }

  private static func product(_ time: Int64, _ count: Int64) -> Int64 {
    let (product, overflow) = time.multipliedReportingOverflow(by: count)
    return overflow ? .max / 2 : min(product, .max / 2)
  }
}
