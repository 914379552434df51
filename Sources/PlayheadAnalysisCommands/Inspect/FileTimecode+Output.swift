import PlayheadFormatting
import PlayheadMedia
import PlayheadReading
import PlayheadTimekeeping

/// The timecodes of media as `inspect` prints them.
extension FileTimecode {
  /// The line of text, and those of the first breaks.
  var lines: [String] {
    var parts = ["timecode \(timecode)"]
    if let frameRate { parts[0] += " at \(frameRate) frames/s" }
    parts.append(words)
    guard let survey else { return [parts.joined(separator: ", ")] }
    parts.append("from \(position.decimalText(places: 3)) s")
    parts.append("drift \(fixed(survey.drift, 1)) ppm")
    parts.append("\(survey.breakCount) break\(survey.breakCount == 1 ? "" : "s")")
    return [parts.joined(separator: ", ")]
      + survey.breaks.prefix(10).map { one in
        "    \(one.timecode) at \(one.position.decimalText(places: 3)) s"
      }
  }

  /// Where it comes from.
  var words: String {
    let place = track.map { " of track \($0)" } ?? ""
    return switch source {
    case .tmcd: "tmcd\(place)"
    case .mxf: "MXF\(place)"
    case .gop: "groups of pictures\(place)"
    case .tag: "a tag\(place)"
    case .timeReference: "time_reference\(place)"
    case .ltc(let channel): "linear in channel \(channel)\(place)"
    }
  }

  private var name: String {
    switch source {
    case .tmcd: "tmcd"
    case .mxf: "mxf"
    case .gop: "gop"
    case .tag: "tag"
    case .timeReference: "time_reference"
    case .ltc: "ltc"
    }
  }

  /// The object of the key `timecodes`.
  var json: JSONObject {
    var channel: Int?
    if case .ltc(let number) = source { channel = number }
    let breaks = survey?.breaks.map { one -> JSONObject in
      ["position": .seconds(one.position), "timecode": .string(one.timecode)]
    }
    return [
      "source": .string(name), "track": .number(track), "channel": .number(channel),
      "timecode": .string(timecode), "position": .seconds(position),
      "frame_rate": .string(frameRate.map { "\($0)" }),
      "drift_ppm": JSON(survey.map { fixed($0.drift, 1) }),
      "break_count": .number(survey?.breakCount),
      "breaks": breaks.map { .objects($0) } ?? JSON(nil),
    ]
  }
}
