import PlayheadAttaching
import PlayheadMedia
import PlayheadServing
import PlayheadTimekeeping

extension AttachedPlayer {
  /// Attaches to timecode, whose position is the time since `00:00:00:00`.
  ///
  /// The position moves as fast as the timecode, forward only: timecode that runs backward moves the playhead to each
  /// place. Requests throw, because timecode can only be followed.
  ///
  /// - Parameters:
  ///   - timecode: The timecode.
  ///   - clock: The clock of host instants and timers.
  ///   - bound: The uncertainty that readings should keep; positive.
  ///   - latency: How much later a sample is heard than the timecode says; nil if that is not stated.
  ///   - frameRate: The frame rate of the timecode; nil to find it from the timecode.
  ///   - freewheel: For how long the position moves on when timecode ends; nil for two frames of linear and MIDI timecode,
  ///     and eight of datagrams.
  public convenience init(
    _ timecode: TimecodeAddress, clock: any HostClock = SystemHostClock.shared,
    uncertainty bound: Duration = .milliseconds(5), latency: Duration? = nil,
    frameRate: FrameRate? = nil, freewheel: Duration? = nil
  ) {
    self.init(
      timecode.makeSource(frameRate, freewheel: freewheel, clock: clock), clock: clock,
      uncertainty: bound, latency: latency)
  }

  /// Attaches to the timeline that a ``TimelineServer`` offers, on this or another machine.
  ///
  /// The position is computed from the server's timeline and its clock. The stated uncertainty contains half of the
  /// shortest round trip. Requests throw, because a timeline can only be followed.
  ///
  /// - Parameters:
  ///   - address: The server.
  ///   - key: The key of the server; nil for none.
  ///   - clock: The clock of host instants and timers.
  ///   - freewheel: For how long the position moves on when the server does not answer; at least a second. Then it is
  ///     lost.
  public convenience init(
    _ address: TimelineAddress, key: TimelineKey? = nil,
    clock: any HostClock = SystemHostClock.shared, freewheel: Duration = .seconds(10)
  ) {
    self.init(address.makeSource(key, freewheel: freewheel, clock: clock), clock: clock)
  }
}
