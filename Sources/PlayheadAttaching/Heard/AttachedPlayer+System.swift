import PlayheadAudioDevices
import PlayheadCore
import PlayheadTimekeeping

extension AttachedPlayer {
  /// Attaches to a player. The connection is made at once, on another thread.
  ///
  /// The position is that of the sound that is heard if the delay is known: because it is stated, or because
  /// a player on this machine, whose position was measured to be ahead of its sound, plays on a sound server
  /// that states the latency of its stream. That is asked for now and then; nothing waits for its answer. The
  /// `clock` of each progress value shows which one applies.
  ///
  /// - Parameters:
  ///   - address: The player.
  ///   - clock: The clock of host instants and timers.
  ///   - bound: The uncertainty that readings should keep, if five of them a second suffice for it; positive.
  ///   - latency: How much later a sample is heard than the player says; nil if that is not stated.
  ///   - heard: Whether a latency that is not stated is read from the sound server.
  ///   - media: The media that is opened for what the player does not report: its exact duration,
  ///     chapters, frames and keyframes. With the default, what a player says never makes this process open anything.
  public convenience init(
    _ address: PlayerAddress, clock: any HostClock = SystemHostClock.shared,
    uncertainty bound: Duration = .milliseconds(5), latency: Duration? = nil,
    heard: Bool = true, media: AttachedMedia = .none
  ) {
    self.init(
      address, clock: clock, uncertainty: bound, latency: latency,
      asking: heard && latency == nil ? PulseSoundServer() : nil, media: media)
  }
}
