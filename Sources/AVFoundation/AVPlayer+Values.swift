extension AVPlayer {
  /// Whether the player can play.
  @nonexhaustive
  public enum Status: Int, Sendable {
    /// No item has been opened yet.
    case unknown
    /// An item was opened or has failed; see its own `status`.
    case readyToPlay
    /// Never.
    case failed
  }

  /// Whether the playhead moves.
  @nonexhaustive
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused
    /// The rate is not 0, but the playhead waits.
    case waitingToPlayAtSpecifiedRate
    /// The playhead moves.
    case playing
  }

  /// Why a playhead waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Media is missing at the playhead.
    public static let toMinimizeStalls = Self(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// Playback starts, and the first media is being read.
    public static let evaluatingBufferingRate = Self(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// There is no item.
    public static let noItemToPlay = Self(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  /// The action at the end of an item.
  @nonexhaustive
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item plays: only for `AVQueuePlayer`, where it is the default.
    case advance
    /// The rate becomes 0.
    case pause
    /// The rate remains, so that playback continues after a seek.
    case none
  }
}
