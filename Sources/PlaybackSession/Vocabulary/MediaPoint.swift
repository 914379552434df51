import PlayheadTimekeeping

/// A point of a file: a time from the start or before the end, a share of the duration, the start of a
/// chapter, or the timecode of a frame.
public enum MediaPoint: Hashable, Sendable {
  /// A time from the start.
  case fromStart(MediaTime)
  /// A time before the end.
  case beforeEnd(MediaTime)
  /// A share of the duration, in millionths.
  case share(millionths: Int64)
  /// The start of a chapter. Numbers begin at 1.
  case chapter(Int)
  /// The frame with a timecode.
  case timecode(TimecodeLabel)

  /// Whether the position of the point is independent of the duration and the chapters.
  package var isCountedFromStart: Bool {
    switch self {
    case .fromStart, .timecode: true
    case .beforeEnd, .share, .chapter: false
    }
  }

  /// Whether the point is the end of a file.
  package var isEnd: Bool { self == .share(millionths: 1_000_000) }

  /// Whether the position depends on the duration.
  package var needsDuration: Bool {
    switch self {
    case .fromStart, .chapter, .timecode: false
    case .beforeEnd, .share: true
    }
  }

  /// Whether the file must be open before the position of the point is known.
  package var needsOpenMedia: Bool {
    if case .fromStart = self { false } else { true }
  }
}
