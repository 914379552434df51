import PortableCombine
import PlayheadTimekeeping

/// Which subscription receives which frame, and when.
///
/// Demand accumulates and is never exceeded. A frame without demand is dropped at its end. The present
/// frame is delivered as soon as there is demand. While the playhead does not move, it does not end.
extension FrameMachine {
  enum DeliveryStep {
    case deliver(PresentedFrame)
    /// Nothing to deliver before this instant, or before something happens.
    case wait(until: HostInstant?)
    case complete
  }

  /// Adds a subscription to the frames of a track, or of all tracks.
  mutating func listen(_ listener: ObjectIdentifier, to track: Int?) {
    listeners[listener] = FrameListener(track: track)
  }

  /// Adds demand of a subscription.
  mutating func request(
    _ demand: Subscribers.Demand, _ listener: ObjectIdentifier,
    _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) {
    // Frames that have already ended had no demand, so they are not late.
    let position = playback.position(at: now)
    for index in tracks.indices {
      removePast(index, at: position, isMoving: playback.isMoving)
    }
    listeners[listener]?.demand += demand
  }

  /// Returns what to do for a subscription. The playhead must be settled at `now`.
  mutating func nextDelivery(
    to id: ObjectIdentifier, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> DeliveryStep {
    guard !playback.isClosed, var listener = listeners[id] else { return .complete }
    listener.isStarved = false
    defer { listeners[id] = listener }
    if listener.demand == .none { return .wait(until: nil) }
    let position = playback.position(at: now)
    let isMoving = playback.isMoving
    var due: (track: Int, entry: Int, position: MediaTime)?
    var upcoming: MediaTime?
    listener.isStarved = tracks.isEmpty
    for index in tracks.indices where listener.takes(tracks[index].track.index) {
      removePast(index, at: position, isMoving: isMoving)
      let number = listener.nextNumber(of: tracks[index].track.index)
      guard let entry = tracks[index].frames.firstIndex(from: number) else {
        listener.isStarved = true
        continue
      }
      let next = tracks[index].frames.entries[entry]
      // A paused player shows the first frame after the target of a seek.
      let isShown =
        next.isOpening && playback.rate.isPaused && tracks[index].track.kind == .video
      if next.frame.position <= position || isShown {
        if due.map({ next.frame.position < $0.position }) ?? true {
          due = (index, entry, next.frame.position)
        }
      } else {
        upcoming = [upcoming, next.frame.position].compactMap(\.self).min()
      }
    }
    if let due {
      let queue = tracks[due.track]
      listener.receive(queue.frames.entries[due.entry].number, of: queue.track.index)
      return .deliver(publish(due.track, due.entry))
    }
    return .wait(until: isMoving ? upcoming.flatMap(playback.instant(of:)) : nil)
  }
}
