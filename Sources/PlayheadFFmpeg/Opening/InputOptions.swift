import CPlayheadFFmpeg
import PlayheadMedia

/// The options of FFmpeg's own program for an input: a format, and options of libavformat.
package struct InputOptions: Hashable, Sendable {
  /// Options that decide what else is opened. `ReferenceRule` sets these.
  private static let reserved: Set<String> = [
    "protocol_whitelist", "protocol_blacklist", "format_whitelist", "safe", "listen",
  ]

  /// The name of the format; nil to recognize it from the bytes.
  package var format: String?
  /// The values by the names of the options. Those that libavformat does not have are ignored.
  package var values: [String: String]

  /// Creates options. Without arguments they prescribe nothing.
  package init(format: String? = nil, values: [String: String] = [:]) {
    (self.format, self.values) = (format, values)
  }

  /// Adds the options to a dictionary of FFmpeg.
  func add(to options: inout OpaquePointer?) {
    for (name, value) in values where !Self.reserved.contains(name) {
      av_dict_set(&options, name, value, 0)
    }
  }

  /// Returns the demuxer of the given format, if any; throws if there is no such demuxer, or if it reads no file.
  func demuxer(of name: String) throws(MediaError) -> UnsafePointer<AVInputFormat>? {
    guard let format else { return nil }
    guard let found = av_find_input_format(format), found.pointee.flags & AVFMT_NOFILE == 0 else {
      throw MediaError(.open, of: name, reason: .notMedia, detail: "no format '\(format)'")
    }
    return found
  }
}
