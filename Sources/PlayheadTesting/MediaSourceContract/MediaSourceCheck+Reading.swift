import PlayheadMedia

extension MediaSourceCheck {
  static let reading = [
    MediaSourceCheck("An opened source has its opener's name, and its tracks are numbered from 0.")
    { row in
      let info = try MediaReading(row).source.info
      var violations: [String] = []
      if info.name != row.opener.name { violations.append("The name is \(info.name).") }
      if info.tracks.map(\.index) != Array(info.tracks.indices) {
        violations.append("The tracks' indices are \(info.tracks.map(\.index)).")
      }
      return violations
    },
    MediaSourceCheck(
      "Name, container, seekability and tracks do not change while the source is read."
    ) { row in
      let reading = try MediaReading(row)
      let before = reading.source.info
      _ = try reading.rest()
      let after = reading.source.info
      var violations: [String] = []
      if (before.name, before.container, before.isSeekable)
        != (after.name, after.container, after.isSeekable)
      {
        violations.append("Name, container or seekability changed.")
      }
      for (old, new) in zip(before.tracks, after.tracks)
      where (old.index, old.kind, old.timebase) != (new.index, new.kind, new.timebase) {
        violations.append("Track \(old.index) changed.")
      }
      if after.tracks.count < before.tracks.count { violations.append("A track disappeared.") }
      return violations
    },
    MediaSourceCheck("Each packet has a known track, and no negative size or duration.") { row in
      let reading = try MediaReading(row)
      while let packet = try reading.next() {
        if !reading.source.info.tracks.indices.contains(packet.track) {
          return ["There is no track \(packet.track)."]
        }
        if packet.byteCount < 0 { return ["A packet has \(packet.byteCount) bytes."] }
        if let duration = packet.durationTicks, duration < 0 {
          return ["A packet lasts \(duration) ticks."]
        }
      }
      return []
    },
    MediaSourceCheck("After the end of media, each read returns the end of media.") { row in
      let reading = try MediaReading(row)
      _ = try reading.rest()
      return try (1...3).compactMap { _ in
        try reading.source.read() == .endOfMedia
          ? nil : "A read after the end of media returned something else."
      }
    },
    MediaSourceCheck("Two openings return the same packets.") { row in
      let (first, second) = (try MediaReading(row), try MediaReading(row))
      var violations: [String] = []
      if first.source.info != second.source.info { violations.append("Its information differs.") }
      // Read alternately, so that neither source can use the other's packets.
      while true {
        let (packet, other) = (try first.next(), try second.next())
        if packet != other { return violations + ["Its packets differ."] }
        if packet == nil { return violations }
      }
    },
  ]
}
