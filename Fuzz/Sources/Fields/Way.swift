/// A way to read a media file with the command.
enum Way: String, CaseIterable {
  case play, analyze, index, list, inspect, inspectJSON, timecode, timeline, frames
  case http, httpIndex, httpPlay

  /// Whether the file comes from a server.
  var isRemote: Bool { [.http, .httpIndex, .httpPlay].contains(self) }

  /// Whether FFmpeg does not open the files that a manifest names.
  var isAnalysis: Bool { [.analyze, .index, .list].contains(self) }

  /// Returns the arguments of the command.
  ///
  /// - Parameters:
  ///   - file: The name or the URL.
  ///   - list: The name of a file that contains it.
  ///   - options: The options that the file needs, except for `analyze`.
  func arguments(_ file: String, list: String, options: [String]) -> [String] {
    switch self {
    case .play, .httpPlay: ["--instant", "-i", "24h"] + options + [file]
    case .analyze, .http: ["analyze", "-q", file]
    case .index, .httpIndex: ["analyze", "-q", "--index", "-f", "json", file]
    case .list: ["analyze", "-q", "-j", "2", "--files-from", list, "-f", "json"]
    case .inspect: ["inspect"] + options + [file]
    case .inspectJSON: ["inspect", "-f", "json"] + options + [file]
    case .timecode: ["inspect", "--timecode"] + options + [file]
    case .timeline: ["timeline"] + options + [file]
    case .frames: ["timeline", "--frames"] + options + [file]
    }
  }
}
