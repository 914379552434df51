import Timekeeping

/// How long a medium is, from the first to the last moment that is presented.
public struct MediaDuration: Hashable, Sendable {
  public var time: MediaTime
  /// Whether the medium has been read to its end; until then what the container declares, or what
  /// has been read where that is more, is an estimate.
  public var isExact: Bool

  public init(time: MediaTime, isExact: Bool) {
    self.time = time
    self.isExact = isExact
  }
}
