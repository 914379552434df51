import PlayheadMedia
import PlayheadTimekeeping

// Decides to which part a packet belongs. Distances are in nanoseconds.
extension TimestampJoin {
  /// The longest pause of a recording; a greater gap in all tracks is a jump.
  private static let longestPause: Int64 = 10_000_000_000
  /// The greatest distance by which decode times may go back.
  private static let disorder: Int64 = 100_000_000
  /// How far a recording may end from the declared end.
  static let declaredTolerance: Int64 = 1_000_000_000
  /// The greatest distance by which presentation times may go back, because frames are reordered.
  private static let reordering: Int64 = 1_000_000_000
  /// The number of pictures by which codecs reorder, and one more.
  private static let reorderedCount: Int64 = 17

  /// Removes one of a packet's two times if they are too far apart: the decode time, unless that continues its track.
  mutating func repair(_ entry: inout Entry, _ index: Int) {
    guard !entry.followsPause, hasDistantTimes(entry.packet, index),
      let time = time(of: entry.packet, index)
    else { return }
    if continuesTrack(entry.packet, time, index) {
      entry.packet.presentationTicks = nil
    } else {
      entry.packet.decodeTicks = nil
    }
    entry.payload = entry.payload?.retimed(as: entry.packet)
  }

  /// Whether a packet has two times that are too far apart, and the join repairs times.
  func hasDistantTimes(_ packet: PacketTiming, _ index: Int) -> Bool {
    guard repairsTimes, let presented = packet.presentationTicks, let decoded = packet.decodeTicks
    else { return false }
    let delay = abs(
      distance(
        from: tracks[index].nanoseconds(decoded), to: tracks[index].nanoseconds(presented)))
    return delay > Self.longestPause
      && delay > product(Self.reorderedCount, length(of: packet, index) ?? 0)
  }

  /// Returns the decode time of a packet, or its presentation time if it has none, in nanoseconds.
  func time(of packet: PacketTiming, _ index: Int) -> Int64? {
    (packet.decodeTicks ?? packet.presentationTicks).map { tracks[index].nanoseconds($0) }
  }

  /// Whether a packet with this time in nanoseconds, on the container's clock, continues its track.
  mutating func continuesTrack(_ packet: PacketTiming, _ time: Int64, _ index: Int) -> Bool {
    guard let last = tracks[index].last else {
      let near = part.latest ?? expected
      return near == nil || isNear(time, near) || isNear(time, part.announced)
        || isPeriodic && (beginsPart(packet, time, index) || comesLate(packet, time, index))
    }
    if packet.followsMissingBytes, distance(from: last, to: time) >= -Self.disorder { return true }
    let isCurrent = tracks[index].part == part.number
    // The other recording may begin before the end of one that is shorter than reordering.
    if packet.beginsEdit, isCurrent, distance(from: last, to: time) <= 0 { return false }
    let latest = isCurrent ? max(part.latest ?? last, part.announced) : last
    guard isOrdered(packet, time, after: last, latest: latest) else { return false }
    let step = distance(from: latest, to: time)
    if !isCurrent || step <= Self.disorder || step <= greatestStep(of: packet, index) {
      return true
    }
    // Another recording may begin after the end of the one before by its clock.
    return !packet.beginsEdit && !isNearDeclaredJoin()
  }

  /// The greatest step that packets of such a length make in a recording; a second if the length is not known.
  private func greatestStep(of packet: PacketTiming, _ index: Int) -> Int64 {
    guard let length = length(of: packet, index) else { return Self.declaredTolerance }
    return max(Self.disorder, product(3, length))
  }

  /// Whether a packet, which was found late, begins before the first one of the part in the file, and near it in time.
  /// Parsers return a picture when the next one begins.
  private func beginsPart(_ packet: PacketTiming, _ time: Int64, _ index: Int) -> Bool {
    guard let first = part.first, let offset = packet.byteOffset, offset < first.byteOffset else {
      return false
    }
    return isNear(presentation(of: packet, index) ?? time, first.time) || isNear(time, first.time)
  }

  /// Whether the first packet of a track is decoded long before it is presented, with earlier packets of the part: slides
  /// that are reordered may be in the file far behind the sound.
  private func comesLate(_ packet: PacketTiming, _ time: Int64, _ index: Int) -> Bool {
    guard let first = part.first, let latest = part.latest,
      let presented = presentation(of: packet, index)
    else { return false }
    return distance(from: time, to: presented) > Self.reordering
      && distance(from: first.time, to: presented) >= -Self.disorder && presented <= latest
  }

  func presentation(of packet: PacketTiming, _ index: Int) -> Int64? {
    packet.presentationTicks.map { tracks[index].nanoseconds($0) }
  }

  /// Returns the declared length of a packet; nil if it is unknown.
  private func length(of packet: PacketTiming, _ index: Int) -> Int64? {
    guard let ticks = packet.durationTicks, ticks > 0 else { return nil }
    return MediaTime(ticks: ticks, timebase: tracks[index].timebase).nanoseconds(rounding: .up)
  }

  private func product(_ count: Int64, _ length: Int64) -> Int64 {
    let (product, overflow) = length.multipliedReportingOverflow(by: count)
    return overflow ? .max : product
  }

  /// Whether a time is not before `last`, except for reordering, and follows `latest` without a jump.
  func isOrdered(
    _ packet: PacketTiming, _ time: Int64, after last: Int64, latest: Int64
  ) -> Bool {
    let disorder = packet.decodeTicks == nil ? Self.reordering : Self.disorder
    return distance(from: last, to: time) >= -disorder
      && (mayPause || distance(from: latest, to: time) <= Self.longestPause)
  }

  func isNear(_ time: Int64, _ other: Int64?) -> Bool {
    guard let other else { return false }
    return abs(distance(from: other, to: time)) <= Self.longestPause
  }

  /// Returns the distance between two times, clamped; never `Int64.min`, so that `abs` is safe.
  func distance(from one: Int64, to other: Int64) -> Int64 {
    let (difference, overflow) = other.subtractingReportingOverflow(one)
    return overflow ? (other < one ? -.max : .max) : max(difference, -.max)
  }
}
