import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping

/// A choice of the played tracks on the command line, by number, kind or language.
struct TrackArgument: Equatable {
  private enum Choice: Equatable {
    case index(Int)
    /// The default track of this kind.
    case kind(MediaTrack.Kind)
    case language(String)
  }

  private static let kinds: [String: MediaTrack.Kind] = ["audio": .audio, "video": .video]

  private let choices: [Choice]

  /// Parses `1`, `0,2`, `video`, `audio`, `eng` or `0,eng`. Returns nil for any other text.
  init?(_ text: String) {
    var choices: [Choice] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard word.count <= 9, word.allSatisfy(\.isASCII) else { return nil }
      if let index = Int(digits: word) {
        choices.append(.index(index))
      } else if let kind = TrackArgument.kinds[word.lowercased()] {
        choices.append(.kind(kind))
      } else if word.count >= 2, word.allSatisfy(\.isLetter) {
        choices.append(.language(word.lowercased()))
      } else {
        return nil
      }
    }
    self.choices = choices
  }

  /// Whether the file must be open before the tracks are known.
  var needsOpenMedia: Bool { choices.contains { if case .index = $0 { false } else { true } } }

  /// The numbers on the command line.
  var indices: [Int] {
    choices.compactMap { if case .index(let index) = $0 { index } else { nil } }
  }

  /// Returns the indices of the chosen tracks, for a language preferably of sound. The player refuses wrong numbers.
  func indices(in info: MediaInfo) throws(FileMessage) -> [Int] {
    let tracks = info.tracks.filter { ($0.kind == .audio || $0.kind == .video) }
    var indices: [Int] = []
    for choice in choices {
      switch choice {
      case .index(let index): indices.append(index)
      case .kind(let kind):
        let played = info.timelineTracks.first { $0.kind == kind }
        guard
          let track = played ?? tracks.first(where: { $0.kind == kind && !$0.isAttachedPicture })
        else { throw .noTrack(kind: kind.rawValue) }
        indices.append(track.index)
      case .language(let language):
        let spoken = tracks.filter { $0.language?.lowercased() == language }
        guard let track = spoken.first(where: { $0.kind == .audio }) ?? spoken.first else {
          let list = tracks.map { "\($0.index) \($0.language ?? "-")" }.joined(separator: ", ")
          throw .noTrackInLanguage(language, tracks: list)
        }
        indices.append(track.index)
      }
    }
    return indices
  }
}
