/// Where in a track something is, and how long it is, in ticks of the track.
public struct TimingPlace: Hashable, Sendable {
  /// The time of the container at which it begins.
  public var ticks: Int64
  /// 0 for what has no length.
  public var length: Int64

  public init(ticks: Int64, length: Int64 = 0) {
    self.ticks = ticks
    self.length = length
  }
}
