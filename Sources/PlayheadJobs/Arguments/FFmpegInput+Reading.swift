import PlayheadMedia

extension FFmpegArguments.Input {
  /// Options of ffmpeg that become options of libavformat, if the format has them.
  private static let formatNames = [
    "ar": "sample_rate", "s": "video_size", "pix_fmt": "pixel_format",
  ]
  /// The same for options that count only if a format is given.
  private static let namesWithFormat = [
    "ac": "ch_layout", "channel_layout": "ch_layout", "r": "framerate",
  ]
  /// Options that libavformat must not have: ffmpeg applies them itself, or their effect is derived here.
  private static let ownNames: Set<String> = ["f", "ignore_loop", "ss", "t", "to"]

  /// The options of libavformat for reading the input, by their names there, and those of decoders.
  package var formatOptions: [String: String] {
    var values: [String: String] = [:]
    for option in options where !Self.ownNames.contains(option.name) {
      if let name = Self.formatNames[option.name] {
        values[name] = option.value
      } else if let name = Self.namesWithFormat[option.name] {
        if options["f"] == nil { continue }
        values[name] = option.name == "ac" ? "\(option.value)C" : option.value
      } else if option.specifier == nil {
        values[option.name] = option.value
      }
    }
    return values
  }

  /// Whether an animation is played as often as its header says. By default ffmpeg plays it once.
  var repeatsAnimation: Bool {
    options["ignore_loop"].map { ["0", "false", "no", "disable", "disabled", "off"].contains($0) }
      ?? false
  }

  /// Whether timestamps are replaced by the times when they are read.
  var hasTimesOfReading: Bool { options.isSet("use_wallclock_as_timestamps") }

  /// Whether an option of the input leaves out its tracks of a kind.
  func leavesOut(_ kind: MediaTrack.Kind) -> Bool {
    switch kind {
    case .video: options.isSet("vn")
    case .audio: options.isSet("an")
    case .subtitle: options.isSet("sn")
    case .data: options.isSet("dn")
    default: false
    }
  }
}
