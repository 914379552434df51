import CFFmpeg

extension ReferenceRule {
  /// Formats that open other media by themselves, and the protocols behind them.
  private static let referring: Set<String> = [
    "concat", "dash", "hls", "image2", "imf", "lavfi", "mlv", "rtp", "rtsp", "sap", "sdp", "vobsub",
    "avisynth", "vapoursynth",
  ]

  /// What holds FFmpeg to the rule where it opens without asking. To be freed.
  func options(for format: UnsafePointer<AVInputFormat>?) -> OpaquePointer? {
    var options: OpaquePointer?
    if let whitelist { av_dict_set(&options, "protocol_whitelist", whitelist, 0) }
    guard let name = format.map({ String(cString: $0.pointee.name) }), Self.refers(name) else {
      return options
    }
    // What a playlist or script names is to be media, not another of these.
    av_dict_set(&options, "format_whitelist", Self.formats(besides: name), 0)
    // FFmpeg refuses names with anything unusual in them, unless told that they have been looked
    // at.
    if name == "concat", !protocols.isEmpty { av_dict_set(&options, "safe", "0", 0) }
    return options
  }

  private static func refers(_ name: String) -> Bool {
    !referring.isDisjoint(with: name.split(separator: ",").map(String.init))
  }

  /// Why a medium of this format is not opened at all, at the path it has.
  func refusal(
    of format: UnsafePointer<AVInputFormat>?, at path: [UInt8]
  ) -> (url: [UInt8], reason: String)? {
    guard let format else { return nil }
    switch String(cString: format.pointee.name) {
    case "concat": return ConcatScript(at: path)?.refusal(by: self)
    // FFmpeg opens what a manifest names without asking, and what that is takes an XML parser.
    case "dash" where !protocols.contains("file"):
      return (Array("files".utf8), "and a DASH manifest may not unless all files are allowed")
    default: return nil
    }
  }

  /// All formats that refer to nothing, and this one.
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
