/// A clock of media: the position and the rate of a playhead. Read only.
// Sendable is unchecked: the closures read objects that may be used on any thread.
public final class CMTimebase: @unchecked Sendable {
  private let position: () -> CMTime
  private let speed: () -> Double

  package init(time: @escaping () -> CMTime, rate: @escaping () -> Double) {
    (position, speed) = (time, rate)
  }

  /// The position.
  public var time: CMTime { position() }
  /// The rate: 0 unless the playhead moves.
  public var rate: Double { speed() }
}

/// Returns the position of a timebase.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }
/// Returns the rate of a timebase.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }
