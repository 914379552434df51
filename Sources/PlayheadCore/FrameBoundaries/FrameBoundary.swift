import PlayheadTimekeeping

/// The start of a video frame.
struct FrameBoundary: Hashable {
  /// The lower bound of a range of frame starts.
  enum Bound: Hashable {
    /// Frames that start at this position or later.
    case at(MediaTime)
    /// Frames that start later than this position.
    case after(MediaTime)

    var position: MediaTime {
      switch self {
      case .at(let position), .after(let position): position
      }
    }
  }

  /// The position at which the presentation of the frame starts.
  var start: MediaTime
  /// Whether decoding can start with the frame.
  var isKeyframe: Bool
}
