import PlayheadLocking
import PlayheadMedia
import PlayheadCore
import PortableCombine
import PlayheadTimekeeping

/// The current file of a session, whose player requests control.
///
/// Use it on the owner of the session.
package final class SessionFile: Sendable {
  private struct State {
    /// The loop that was set on the player.
    var loop: PlaybackLoop?
    /// Follows the movements of the playhead.
    var movements: AnyCancellable?
  }

  let entry: PlayerQueue.Entry
  package let player: Player
  private let start: MediaTime
  private let end: MediaTime?
  private let isGrowing: Bool
  private let locate: @Sendable (SeekTarget) throws(SessionRefusal) -> MediaTime
  private let check: @Sendable (SessionRequest) throws(SessionRefusal) -> Void
  private let state = Locked(State())

  /// Creates a file, whose player may not be open. `check` throws an error if a step or a loop is not allowed.
  package init(
    _ entry: PlayerQueue.Entry, player: Player, start: MediaTime, end: MediaTime?,
    isGrowing: Bool = false,
    locate: @escaping @Sendable (SeekTarget) throws(SessionRefusal) -> MediaTime,
    check: @escaping @Sendable (SessionRequest) throws(SessionRefusal) -> Void = { _ in }
  ) {
    (self.entry, self.player, self.start, self.end) = (entry, player, start, end)
    (self.isGrowing, self.locate, self.check) = (isGrowing, locate, check)
  }

  /// Throws an error if the file does not allow a step or a loop.
  func expect(_ request: SessionRequest) throws(SessionRefusal) { try check(request) }

  /// Returns the position of a target, from zero to the end unless that is an estimate.
  package func position(of target: SeekTarget) throws(SessionRefusal) -> MediaTime {
    let duration = player.duration
    let position = try target.position(from: player.currentTime, duration: duration?.time, locate)
    let isKnown = player.mediaInfo?.isDurationEstimated == false && !isGrowing
    guard let duration, duration.isExact || isKnown else { return position }
    return min(position, duration.time)
  }

  /// Throws an error if the source cannot seek back to a target.
  package func expectSeek(to target: SeekTarget) throws(SessionRefusal) {
    if !canSeek, try position(of: target) < player.currentTime() { throw .notSeekable }
  }

  /// Whether the source is known to be able to seek.
  package var canSeek: Bool { player.mediaInfo?.isSeekable != false }

  /// Applies the settings except the rate. An unchanged loop is not set: its passes would be counted from the start.
  package func apply(_ settings: SessionSettings, hasSound: Bool) {
    let loop = player.mediaInfo?.isSeekable == true ? settings.loop(from: start, to: end) : nil
    let isNew = state.withLock { state in
      defer { state.loop = loop }
      return state.loop != loop
    }
    if isNew { player.setLoop(loop) }
    if hasSound { settings.applyVolume(to: player) }
  }

  /// Calls a closure for each movement of the playhead, until `stopFollowing()` is called.
  package func followMovements(_ body: @escaping @Sendable (PlayheadMovement) -> Void) {
    let movements = player.movementPublisher.sink(receiveValue: body)
    let old = state.withLock { state in
      defer { state.movements = movements }
      return state.movements
    }
    old?.cancel()
  }

  /// Ends the calls for movements.
  package func stopFollowing() {
    state.withLock { $0.movements.take() }?.cancel()
  }
}

extension SessionSettings {
  /// Returns the loop of a file of which this part is played; nil if nothing is repeated.
  fileprivate func loop(from start: MediaTime, to end: MediaTime?) -> PlaybackLoop? {
    if let loopRange { return PlaybackLoop(from: loopRange.lowerBound, to: loopRange.upperBound) }
    return fileLoop == .none ? nil : PlaybackLoop(from: start, to: end, count: fileLoop.count)
  }

  /// Applies the volume to a player.
  package func applyVolume(to player: Player) {
    player.volume = Volume(percent: volume).gain
    player.isMuted = isMuted
  }
}
