import PlayheadTimekeeping

/// The length of media from the first to the last presented instant.
public struct MediaDuration: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case time = "duration"
    case isExact = "duration_exact"
  }

  /// The length.
  public var time: MediaTime
  /// Whether the media has been read to its end. Until then the length is an estimate: the greater
  /// of the declared length and of the length read.
  public var isExact: Bool

  /// Creates a duration.
  ///
  /// - Parameters:
  ///   - time: The length.
  ///   - isExact: Whether the media has been read to its end.
  public init(time: MediaTime, isExact: Bool) {
    self.time = time
    self.isExact = isExact
  }
}

extension MediaDuration {
  /// The length in seconds as the nearest `Double`.
  public var seconds: Double { time.seconds }
}
