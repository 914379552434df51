import Timekeeping

/// A place at which the clock of a medium jumps in all its tracks: recordings were put one behind
/// the other, or its counter began anew.
public struct ClockJoin: Hashable, Sendable {
  /// When what follows begins, where the times of what came before are gone on with.
  public var time: MediaTime
  /// The container's own time at the end of what came before.
  public var clockBefore: MediaTime
  /// And at the beginning of what follows.
  public var clockAfter: MediaTime
  /// Where the first packet of what follows lies in the file.
  public var byteOffset: Int64?
  /// Where the last packet before it does.
  public var lastByteOffset: Int64?

  public init(
    time: MediaTime, clockBefore: MediaTime, clockAfter: MediaTime, byteOffset: Int64? = nil,
    lastByteOffset: Int64? = nil
  ) {
    self.time = time
    self.clockBefore = clockBefore
    self.clockAfter = clockAfter
    self.byteOffset = byteOffset
    self.lastByteOffset = lastByteOffset
  }
}
