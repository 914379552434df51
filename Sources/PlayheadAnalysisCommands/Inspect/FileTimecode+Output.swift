import PlayheadFormatting
import PlayheadReading
import PlayheadTimekeeping

/// The timecodes of media as `inspect` prints them.
extension FileTimecode {
  /// The line of text, and those of the first breaks.
  var lines: [String] {
    let rate = frameRate.map { " at \($0) frames/s" } ?? ""
    let line = "timecode \(timecode)\(rate), \(words)"
    guard let drift else { return [line] }
    let count = "\(breakCount) break\(breakCount == 1 ? "" : "s")"
    return [
      "\(line), from \(position.decimalText(places: 3)) s, drift \(fixed(drift, 1)) ppm, \(count)"
    ] + breaks.prefix(10).map { "    \($0.timecode) at \($0.position.decimalText(places: 3)) s" }
  }

  /// Where it comes from.
  var words: String {
    let origin =
      switch source {
      case .tmcd, .timeReference: source.rawValue
      case .mxf: "MXF"
      case .gop: "groups of pictures"
      case .tag: "a tag"
      case .ltc: "linear\(isReversed ? ", backward," : "") in channel \(channel ?? 1)"
      }
    return origin + (track.map { " of track \($0)" } ?? "")
  }

  /// The object of the key `timecodes`.
  var json: JSONObject {
    let isLinear = source == .ltc
    let breaks = breaks.map { one -> JSONObject in
      ["position": .seconds(one.position), "timecode": .string(one.timecode)]
    }
    return [
      "source": .string(source.rawValue), "track": .number(track), "channel": .number(channel),
      "timecode": .string(timecode), "position": .seconds(position),
      "frame_rate": .string(frameRate.map { "\($0)" }),
      "backward": .bool(isLinear ? isReversed : nil),
      "drift_ppm": JSON(drift.map { fixed($0, 1) }),
      "break_count": .number(isLinear ? breakCount : nil),
      "breaks": isLinear ? .objects(breaks) : JSON(nil),
    ]
  }
}
