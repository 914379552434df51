import Media

/// Which tracks of a medium a player decodes, of those that make its timeline.
public enum Decoding: String, Hashable, Sendable, CaseIterable {
  /// None: a position needs no decoding, and payloads are freed as they are read.
  case none
  case audio
  case video
  case all

  func decodes(_ kind: Track.Kind) -> Bool {
    switch self {
    case .none: false
    case .audio: kind == .audio
    case .video: kind == .video
    case .all: true
    }
  }
}
