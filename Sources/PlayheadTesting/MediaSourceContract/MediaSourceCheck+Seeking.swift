import PlayheadMedia
import PlayheadTimekeeping

extension MediaSourceCheck {
  static let seeking = [
    MediaSourceCheck("After a seek to the start, all packets are read again.") { row in
      let reading = try MediaReading(row)
      guard reading.source.info.isSeekable else { return [] }
      let all = try reading.rest()
      for _ in 1...2 {
        try reading.source.seek(to: reading.source.info.presentationStart ?? .zero)
        let again = try reading.rest()
        if again.count != all.count || !zip(again, all).allSatisfy({ $0.isSame(as: $1) }) {
          return ["\(again.count) of \(all.count) packets were read, or others."]
        }
      }
      return []
    },
    MediaSourceCheck("After a seek, all packets presented from its target on are read.") { row in
      let reading = try MediaReading(row)
      guard reading.source.info.isSeekable else { return [] }
      let all = try reading.rest()
      // Forwards and backwards, and near both ends.
      return try ([4, 1, 3, 0, 2, 8, 5, 7, 6] as [Int64]).flatMap { part -> [String] in
        guard let target = target(part, of: 8, in: all, reading.source.info) else { return [] }
        try reading.source.seek(to: target)
        let rest = try reading.rest()
        return missing(from: rest, of: all, at: target, reading.source.info)
      }
    },
    MediaSourceCheck("Of several seeks, the last one counts.") { row in
      let reading = try MediaReading(row)
      guard reading.source.info.isSeekable else { return [] }
      let all = try reading.rest()
      for part in [7, 0, 3, 8, 1, 6] as [Int64] {
        guard let target = target(part, of: 8, in: all, reading.source.info) else { return [] }
        try reading.source.seek(to: target)
      }
      guard let target = target(2, of: 8, in: all, reading.source.info) else { return [] }
      try reading.source.seek(to: target)
      return missing(from: try reading.rest(), of: all, at: target, reading.source.info)
    },
    MediaSourceCheck("Seeks beyond either end succeed, and reading continues.") { row in
      let reading = try MediaReading(row)
      guard reading.source.info.isSeekable else { return [] }
      let all = try reading.rest()
      for time in [MediaTime(ticks: .max, timebase: .seconds), .seconds(1_000_000)] {
        try reading.source.seek(to: time)
        _ = try reading.rest()
      }
      for time in [MediaTime(ticks: .min, timebase: .seconds), .seconds(-1_000_000)] {
        try reading.source.seek(to: time)
        if try reading.rest().count != all.count {
          return ["A seek before the start does not return all packets."]
        }
      }
      return []
    },
    MediaSourceCheck("A source that cannot seek back throws `notSeekable` and can still be read.") {
      row in
      let reading = try MediaReading(row)
      if reading.source.info.isSeekable { return [] }
      let all = try MediaReading(row).rest()
      do {
        try reading.source.seek(to: .zero)
        return ["The seek back succeeded."]
      } catch let error as MediaError {
        var violations: [String] = []
        if error.operation != .seek || error.reason != .notSeekable {
          violations.append("\(error)")
        }
        if try reading.rest() != all { violations.append("The rest was not read after it.") }
        return violations
      }
    },
  ]

  /// Returns a time between the first and the last presentation time of the first played track.
  private static func target(
    _ part: Int64, of parts: Int64, in packets: [PacketTiming], _ info: MediaInfo
  ) -> MediaTime? {
    guard let track = info.timelineTracks.first else { return nil }
    let ticks = packets.filter { $0.track == track.index }.compactMap(\.presentationTicks)
    guard let first = ticks.min(), let last = ticks.max() else { return nil }
    return track.time(ofTicks: first + (last - first) / parts * part)
  }

  /// Returns errors after a seek: each played track must continue to the end from the target, or before it.
  private static func missing(
    from rest: [PacketTiming], of all: [PacketTiming], at target: MediaTime, _ info: MediaInfo
  ) -> [String] {
    info.timelineTracks.compactMap { track in
      let all = all.filter { $0.track == track.index }
      let rest = rest.filter { $0.track == track.index }
      // PCM may be split into packets anywhere: only the number of bytes is compared.
      if track.bytesPerSample != nil, let first = rest.first?.presentationTicks {
        let bytes = all.drop { ($0.presentationTicks ?? first) < first }.map(\.byteCount)
        let count = rest.map(\.byteCount).reduce(0, +)
        let isThere = track.time(ofTicks: first) <= target && count >= bytes.reduce(0, +)
        return isThere
          ? nil : "After a seek to \(target), samples of track \(track.index) are missing."
      }
      guard rest.count <= all.count else {
        return "Track \(track.index) has additional packets."
      }
      guard zip(rest, all.suffix(rest.count)).allSatisfy({ $0.isSame(as: $1) }) else {
        return "After a seek to \(target), track \(track.index) continues with other packets."
      }
      let isMissing = all.dropLast(rest.count).contains { packet in
        packet.presentationTicks.map { track.time(ofTicks: $0) >= target } ?? false
      }
      return isMissing
        ? "After a seek to \(target), packets of track \(track.index) are missing." : nil
    }
  }
}
