import Media
import Timekeeping

/// Where a packet belongs.
extension TimestampJoin {
  /// A greater hole in all tracks is a jump.
  private static let longestPause: Int64 = 10_000_000_000
  /// By so much times of decoding may go back.
  private static let disorder: Int64 = 100_000_000
  /// By so much times of presentation may, as they are reordered.
  private static let reordering: Int64 = 1_000_000_000

  /// Times of decoding and of presentation that lie far apart cannot both be right.
  func repair(_ entry: inout Entry, _ index: Int) {
    let track = tracks[index].track
    guard repairsTimes, let presented = entry.packet.presentationTicks,
      let decoded = entry.packet.decodeTicks,
      abs(
        distance(
          from: track.time(ofTicks: decoded).nanoseconds(rounding: .down),
          to: track.time(ofTicks: presented).nanoseconds(rounding: .down))) > Self.longestPause
    else { return }
    let time = track.time(ofTicks: decoded).nanoseconds(rounding: .down)
    if goesOn(entry.packet, time, index) {
      entry.packet.presentationTicks = nil
    } else {
      entry.packet.decodeTicks = nil
    }
    entry.payload = entry.payload?.retimed(as: entry.packet)
  }

  func time(of packet: PacketTiming, _ index: Int) -> Int64? {
    (packet.decodeTicks ?? packet.presentationTicks).map {
      tracks[index].track.time(ofTicks: $0).nanoseconds(rounding: .down)
    }
  }

  /// Whether it comes after what its track had before.
  func goesOn(_ packet: PacketTiming, _ time: Int64, _ index: Int) -> Bool {
    let track = tracks[index]
    guard let last = track.last else {
      let near = part.latest ?? expected
      return near == nil || isNear(time, near)
    }
    let latest = track.part == part.number ? part.latest ?? last : last
    return isOrdered(packet, time, after: last, latest: latest)
  }

  func isOrdered(
    _ packet: PacketTiming, _ time: Int64, after last: Int64, latest: Int64
  ) -> Bool {
    let disorder = packet.decodeTicks == nil ? Self.reordering : Self.disorder
    return distance(from: last, to: time) >= -disorder
      && distance(from: latest, to: time) <= Self.longestPause
  }

  func isNear(_ time: Int64, _ other: Int64?) -> Bool {
    guard let other else { return false }
    return abs(distance(from: other, to: time)) <= Self.longestPause
  }

  /// Never `Int64.min`.
  func distance(from one: Int64, to other: Int64) -> Int64 {
    let (difference, overflow) = other.subtractingReportingOverflow(one)
    return overflow ? (other < one ? -.max : .max) : max(difference, -.max)
  }
}
