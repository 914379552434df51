import Media
import Timekeeping

/// A loop's next pass: its packets come while this one is played, and are decoded once this one is
/// decoded to its end, so that its first frame is there when the playhead goes back.
extension FrameTrack {
  struct NextPass {
    /// Where it begins: frames before that are only decoded.
    var start: MediaTime
    /// Where the playhead leaves this one.
    var seam: MediaTime
    var packets = EncodedQueue()
    var frames: FrameQueue
    var awaitsOpening = true
  }

  /// How far the track is decoded: in which pass, and to which end of a frame.
  var progress: (pass: Int, end: MediaTime) {
    if let next, isDecodingNext { return (1, next.frames.end ?? .zero) }
    return (0, frames.end ?? .zero)
  }

  /// Takes in that all of this pass was read, and what comes is the next. Returns what is to be let
  /// go of.
  mutating func beginNextPass(_ range: Range<MediaTime>) -> ([any EncodedPacket], [PresentedFrame])
  {
    packetPlacement.forgetLast()
    next = NextPass(
      start: range.lowerBound, seam: range.upperBound, frames: FrameQueue(after: frames))
    let beyond = frames.removeAll(from: range.upperBound)
    return beyond.isEmpty ? ([], []) : (decodeNextPass(), beyond)
  }

  /// Returns what was dropped for the sake of memory.
  mutating func appendAhead(_ entry: EncodedQueue.Entry) -> [any EncodedPacket] {
    next?.packets.append(entry)
    guard let pass = next, packets.isOverweight(beside: pass.packets) else { return [] }
    skippedCount += pass.packets.count
    if isDecodingNext { reset() }
    return next?.packets.drop(pass.packets.count) ?? []
  }

  private mutating func decodeNextPass() -> [any EncodedPacket] {
    let dropped = packets.drop(packets.count)
    next?.frames = FrameQueue(after: frames)
    reset()
    (isDecodingNext, isFinished) = (true, false)
    return dropped
  }

  /// Goes on with the next pass where this one has no more to give.
  mutating func advanceToNextPass() {
    guard next != nil, !isDecodingNext, isFinished, !mayHaveMore else { return }
    _ = decodeNextPass()
  }

  /// The same, where a frame lies behind the seam; returns the packets that are left, nil where it
  /// does not.
  mutating func advanceToNextPass(insteadOf frame: PresentedFrame) -> [any EncodedPacket]? {
    guard let next, frame.position >= next.seam else { return nil }
    return decodeNextPass()
  }

  /// Takes in a frame of the next pass.
  mutating func presentAhead(_ frame: PresentedFrame) {
    guard var pass = next, frame.position >= pass.start else { return }
    pass.frames.append(frame, isOpening: pass.awaitsOpening)
    pass.awaitsOpening = false
    next = pass
  }

  /// Takes in that the playhead has gone back; returns the packets that are left of this pass.
  mutating func enterNextPass() -> [any EncodedPacket] {
    guard let pass = next.take() else { return [] }
    let dropped = packets.drop(packets.count)
    packets = pass.packets
    frames = isDecodingNext ? pass.frames : FrameQueue(after: frames)
    awaitsOpening = pass.awaitsOpening
    resumption = nil
    if !isDecodingNext {
      reset()
      isFinished = false
    }
    isDecodingNext = false
    return dropped
  }

  /// Takes in that the playhead goes on beyond the seam: what comes is this pass from before the
  /// playhead on, once more. Returns what is to be let go of.
  mutating func abandonNextPass() -> ([any EncodedPacket], [PresentedFrame]) {
    defer { resumption = frames.entries.last?.frame.position }
    return dropPackets()
  }
}
