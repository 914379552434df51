/// An option of an ffmpeg command line, with the long name that ffmpeg documents.
package struct FFmpegOption: Equatable, Sendable {
  /// The name without its dash and its stream specifier: `filter` for `-vf`, `codec` for `-c:v`.
  package var name: String
  /// The streams that the option is for, as in `v` or `a:1`; nil for all.
  package var specifier: String?
  /// The value; `1` for an option without one, and `0` if `no` was written before its name.
  package var value: String
  /// Where the value is in the arguments; nil for an option without one.
  package var valueIndex: Int?

  /// Creates the option with a name as it is written on a command line, without its dash.
  init(written name: some StringProtocol, value: String, valueIndex: Int?) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let first = String(parts.first ?? "")
    self.name = Self.longNames[first]?.name ?? first
    specifier = Self.longNames[first]?.specifier ?? (parts.count == 2 ? String(parts[1]) : nil)
    self.value = value
    self.valueIndex = valueIndex
  }

  private static let longNames: [String: (name: String, specifier: String?)] = [
    "vf": ("filter", "v"), "af": ("filter", "a"), "vframes": ("frames", "v"),
    "aframes": ("frames", "a"), "dframes": ("frames", "d"), "vcodec": ("codec", "v"),
    "acodec": ("codec", "a"), "scodec": ("codec", "s"), "dcodec": ("codec", "d"),
    "c": ("codec", nil), "lavfi": ("filter_complex", nil),
  ]

  /// Options that take no value. They can be written with `no` before the name.
  static let flags: Set<String> = [
    "accurate_seek", "an", "auto_conversion_filters", "benchmark", "benchmark_all", "bitexact",
    "copy_unknown", "copyinkf", "copyts", "debug_ts", "deinterlace", "display_hflip",
    "display_vflip", "dn", "dump", "find_stream_info", "fix_sub_duration",
    "fix_sub_duration_heartbeat", "force_fps", "hex", "hide_banner", "ignore_unknown", "intra", "n",
    "print_graphs", "psnr", "qphist", "re", "recast_media", "report", "shortest", "sn",
    "start_at_zero", "stats", "stdin", "vn", "vstats", "xerror", "y",
  ]

  /// Options that take a value until FFmpeg 6.1, and none since.
  static let formerOptions: Set<String> = ["autorotate", "autoscale"]

  /// Options of the whole command, wherever they are.
  static let globals: Set<String> = [
    "copyts", "filter_complex", "filter_complex_script", "/filter_complex", "progress",
    "start_at_zero", "stats_period", "stdin",
  ]
}

extension [FFmpegOption] {
  /// Returns the value of the last option of a name, which is the one that ffmpeg uses.
  package subscript(name: String) -> String? { last { $0.name == name }?.value }

  /// Returns whether an option without a value is set.
  package func isSet(_ name: String) -> Bool { self[name].map { $0 != "0" } ?? false }
}
