import PlayheadMedia

/// The played tracks that a player decodes.
@nonexhaustive
public enum Decoding: String, Hashable, Sendable, CaseIterable {
  /// No track. The position needs no decoding, and payloads are freed when they are read.
  case none
  /// The audio track.
  case audio
  /// The video track.
  case video
  /// All played tracks.
  case all

  func decodes(_ kind: MediaTrack.Kind) -> Bool {
    switch self {
    case .none: false
    case .audio: kind == .audio
    case .video: kind == .video
    case .all: true
    }
  }
}
