import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

extension ReferenceRule {
  /// The formats that open other files and URLs by themselves.
  private static let referring: Set<String> = [
    "concat", "dash", "hls", "image2", "imf", "lavfi", "mlv", "rtp", "rtsp", "sap", "sdp", "vobsub",
    "avisynth", "vapoursynth",
  ]

  /// Returns options, which the caller frees, that apply the rule to files that FFmpeg opens without `io_open`.
  func options(for format: UnsafePointer<AVInputFormat>?) -> OpaquePointer? {
    var options: OpaquePointer?
    if let whitelist { av_dict_set(&options, "protocol_whitelist", whitelist, 0) }
    guard let name = format.map({ String(cString: $0.pointee.name) }), Self.refers(name) else {
      return options
    }
    // The files that a playlist or script lists must not refer to other files themselves.
    av_dict_set(&options, "format_whitelist", Self.formats(besides: name), 0)
    // FFmpeg refuses files whose extension is not one of media, as those of keys. The rule has judged them.
    // So it refuses formats whose extensions are others, as `.ec3` of E-AC-3.
    if name == "hls" {
      av_dict_set(&options, "allowed_extensions", "ALL", 0)
      av_dict_set(&options, "extension_picky", "0", 0)
    }
    // FFmpeg refuses unusual file names in a script unless `safe` is 0.
    if name == "concat", protocols.contains("file") { av_dict_set(&options, "safe", "0", 0) }
    return options
  }

  private static func refers(_ name: String) -> Bool {
    !referring.isDisjoint(with: name.split(separator: ",").map(String.init))
  }

  /// Returns why a local file of this format must not be opened unless all files are allowed; nil for most formats.
  static func danger(of format: UnsafePointer<AVInputFormat>?) -> ReferenceRefusal? {
    // FFmpeg opens the files of a script or a manifest without calling `io_open`, by names that it composes.
    switch format.map({ String(cString: $0.pointee.name) }) {
    case "concat": .script
    case "dash": .manifest
    default: nil
    }
  }

  /// Returns why a local file of this format must not be opened, with the reference that is refused; nil if it may be.
  func refusal(
    of format: UnsafePointer<AVInputFormat>?, at path: [UInt8]
  ) -> (url: [UInt8], reason: ReferenceRefusal)? {
    if let danger = Self.danger(of: format) {
      return protocols.contains("file") ? nil : (Array("local files".utf8), danger)
    }
    guard let format, strcmp(format.pointee.name, "hls") == 0, directory != nil else { return nil }
    var input: UnsafeMutablePointer<AVIOContext>?
    let url = Array("file:".utf8) + path
    guard avio_open(&input, url.cString, AVIO_FLAG_READ) >= 0, let opened = input
    else { return nil }
    defer { avio_closep(&input) }
    let count = ManifestCount(in: opened, isWhole: true)?.count ?? 0
    return count > ManifestCount.greatest ? (path, .tooManyPlaylists) : nil
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
