import CFFmpeg
import Media

extension ReferenceRule {
  /// The formats that open other files and URLs by themselves.
  private static let referring: Set<String> = [
    "concat", "dash", "hls", "image2", "imf", "lavfi", "mlv", "rtp", "rtsp", "sap", "sdp", "vobsub",
    "avisynth", "vapoursynth",
  ]

  /// Returns options that apply the rule to files that FFmpeg opens without calling `io_open`. The
  /// caller must free them.
  func options(for format: UnsafePointer<AVInputFormat>?) -> OpaquePointer? {
    var options: OpaquePointer?
    if let whitelist { av_dict_set(&options, "protocol_whitelist", whitelist, 0) }
    guard let name = format.map({ String(cString: $0.pointee.name) }), Self.refers(name) else {
      return options
    }
    // The files that a playlist or script lists must not refer to other files themselves.
    av_dict_set(&options, "format_whitelist", Self.formats(besides: name), 0)
    // FFmpeg refuses unusual file names in a script unless `safe` is 0. Our rule has checked them.
    if name == "concat", !protocols.isEmpty { av_dict_set(&options, "safe", "0", 0) }
    return options
  }

  private static func refers(_ name: String) -> Bool {
    !referring.isDisjoint(with: name.split(separator: ",").map(String.init))
  }

  /// Returns why a file of this format must not be opened, with the reference that is refused; nil
  /// if it may be opened.
  func refusal(
    of format: UnsafePointer<AVInputFormat>?, at path: [UInt8]
  ) -> (url: [UInt8], reason: ReferenceRefusal)? {
    guard let format else { return nil }
    switch String(cString: format.pointee.name) {
    case "concat": return ConcatScript(at: path)?.refusal(by: self)
    // FFmpeg opens the files of a manifest without calling `io_open`, by names that it composes.
    case "dash" where !protocols.contains("file"):
      return (Array("local files".utf8), .manifest)
    default: return nil
    }
  }

  /// Returns this format and all formats that do not refer to other files, separated by commas.
  private static func formats(besides name: String) -> String {
    var names = [name]
    var state: UnsafeMutableRawPointer?
    while let format = av_demuxer_iterate(&state) {
      let other = String(cString: format.pointee.name)
      if !refers(other) { names.append(other) }
    }
    return names.joined(separator: ",")
  }
}
