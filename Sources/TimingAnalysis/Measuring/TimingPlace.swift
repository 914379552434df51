/// A place in a track and a length, in ticks of the track.
public struct TimingPlace: Hashable, Sendable {
  /// The start as a time of the container.
  public var ticks: Int64
  /// The length, which may be negative; 0 if not applicable.
  public var length: Int64

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - ticks: The start as a time of the container.
  ///   - length: The length, which may be negative; 0 if not applicable.
  public init(ticks: Int64, length: Int64 = 0) {
    self.ticks = ticks
    self.length = length
  }
}
