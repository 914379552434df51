import Foundation
internal import PlayheadMedia

/// The error of an item as a log.
public struct AVPlayerItemErrorLog: Sendable {
  /// The error; empty without one.
  public let events: [AVPlayerItemErrorLogEvent]
}

/// An error.
public struct AVPlayerItemErrorLogEvent: Sendable {
  /// The URL.
  public let uri: String?
  /// A number of the error.
  public let errorStatusCode: Int
  /// The kind of the error.
  public let errorDomain: String
  /// The description, in one line.
  public let errorComment: String?
}

/// The playback of an item as a log.
public struct AVPlayerItemAccessLog: Sendable {
  /// One event.
  public let events: [AVPlayerItemAccessLogEvent]
}

/// The playback of an item.
public struct AVPlayerItemAccessLogEvent: Sendable {
  /// The URL.
  public let uri: String?
  /// How often playback has stalled.
  public let numberOfStalls: Int
  /// Always -1: not known.
  public var indicatedBitrate: Double { -1 }
  /// Always -1: not known.
  public var observedBitrate: Double { -1 }
}

/// How sound is played at other rates.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// For speech.
  public static let timeDomain = Self(rawValue: "TimeDomain")
  /// For music.
  public static let spectral = Self(rawValue: "Spectral")
  /// With a change of pitch.
  public static let varispeed = Self(rawValue: "Varispeed")
  /// For small computers.
  public static let lowQualityZeroLatency = Self(rawValue: "LowQualityZeroLatency")
}
