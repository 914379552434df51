import Media

extension MediaSourceCheck {
  static let reading = [
    MediaSourceCheck("It tells what it is when it is opened.") { row in
      let info = try MediaReading(row).source.info
      var violations: [String] = []
      if info.name != row.opener.name { violations.append("It is named \(info.name).") }
      if info.tracks.map(\.index) != Array(info.tracks.indices) {
        violations.append("The tracks' indices are \(info.tracks.map(\.index)).")
      }
      return violations
    },
    MediaSourceCheck("What it tells stays true while it is read.") { row in
      let reading = try MediaReading(row)
      let before = reading.source.info
      _ = try reading.rest()
      let after = reading.source.info
      var violations: [String] = []
      if (before.name, before.container, before.isSeekable)
        != (after.name, after.container, after.isSeekable)
      {
        violations.append("Name, container or whether it can go back have changed.")
      }
      for (old, new) in zip(before.tracks, after.tracks)
      where (old.index, old.kind, old.timebase) != (new.index, new.kind, new.timebase) {
        violations.append("Track \(old.index) has become another.")
      }
      if after.tracks.count < before.tracks.count { violations.append("A track has gone.") }
      return violations
    },
    MediaSourceCheck("Each packet is of a track that is known when it comes.") { row in
      let reading = try MediaReading(row)
      while let packet = try reading.next() {
        if !reading.source.info.tracks.indices.contains(packet.track) {
          return ["There is no track \(packet.track)."]
        }
        if packet.byteCount < 0 { return ["A packet weighs \(packet.byteCount)."] }
        if let duration = packet.durationTicks, duration < 0 {
          return ["A packet lasts \(duration) ticks."]
        }
      }
      return []
    },
    MediaSourceCheck("The end stays the end.") { row in
      let reading = try MediaReading(row)
      _ = try reading.rest()
      return try (1...3).compactMap { _ in
        try reading.source.read() == .endOfMedia ? nil : "Something came after the end."
      }
    },
    MediaSourceCheck("Opened twice, it gives the same twice.") { row in
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
