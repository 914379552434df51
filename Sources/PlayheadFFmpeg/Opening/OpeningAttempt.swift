/// How a URL is opened after FFmpeg has lost its bytes, because the server declares too great a length and
/// refuses a range beyond its end.
enum OpeningAttempt {
  case first
  /// FFmpeg 7.1 requests such a range to estimate the duration.
  case withoutEstimate
  /// FFmpeg 9.0 requests one while it reads the headers of MP4, if it can seek.
  case withoutSeeking

  /// The next attempt if this one fails.
  var next: OpeningAttempt? {
    switch self {
    case .first: .withoutEstimate
    case .withoutEstimate: .withoutSeeking
    case .withoutSeeking: nil
    }
  }
}
