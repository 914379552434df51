import PlayheadMedia
import PlayheadTimekeeping

/// The next pass of a loop. Its packets come during the current pass, and are decoded after those of
/// the current pass, so that its first frame is ready when the playhead returns to the start.
extension FrameTrack {
  struct NextPass {
    /// The start of the loop: frames before it are decoded, but not presented.
    var start: MediaTime
    /// The end of the loop, where the playhead leaves the current pass.
    var seam: MediaTime
    var packets = EncodedQueue()
    var frames: FrameQueue
    var awaitsOpening = true
    /// Whether the decoder has finished the current pass and is decoding this one.
    var isDecoded = false
  }

  /// Whether the decoder is at the next pass.
  var isDecodingNext: Bool { next?.isDecoded == true }

  /// How far the track is decoded: the pass, and the end of the last frame in it.
  var progress: (pass: Int, end: MediaTime) {
    if let next, next.isDecoded { return (1, next.frames.end ?? .zero) }
    return (0, frames.end ?? .zero)
  }

  /// Starts the next pass, to which the next packets belong. Returns the packets and frames that are dropped.
  mutating func beginNextPass(_ range: Range<MediaTime>) -> ([any EncodedPacket], [PresentedFrame])
  {
    next = NextPass(
      start: range.lowerBound, seam: range.upperBound, frames: FrameQueue(after: frames))
    let beyond = frames.removeAll(from: range.upperBound)
    return beyond.isEmpty ? ([], []) : (decodeNextPass(), beyond)
  }

  /// Adds a packet of the next pass. Returns the packets that are dropped if the queues are too long.
  mutating func appendAhead(_ entry: EncodedQueue.Entry) -> [any EncodedPacket] {
    next?.packets.append(entry)
    guard let pass = next, packets.isFull(beside: pass.packets) else { return [] }
    skippedCount += pass.packets.count
    if isDecodingNext { decoder.reset() }
    return next?.packets.drop(pass.packets.count) ?? []
  }

  /// Starts decoding the next pass. Returns the remaining packets of the current one.
  private mutating func decodeNextPass() -> [any EncodedPacket] {
    let dropped = packets.drop(packets.count)
    next?.frames = FrameQueue(after: frames)
    next?.isDecoded = true
    decoder.reset()
    return dropped
  }

  /// Starts decoding the next pass if the current one has no more frames.
  mutating func advanceToNextPass() {
    guard next != nil, !isDecodingNext, decoder.isFinished else { return }
    _ = decodeNextPass()
  }

  /// Starts decoding the next pass if a frame is at the end of the loop or later. Returns the packets that are dropped.
  mutating func advanceToNextPass(insteadOf frame: PresentedFrame) -> [any EncodedPacket]? {
    guard let next, frame.position >= next.seam else { return nil }
    return decodeNextPass()
  }

  /// Adds a frame of the next pass.
  mutating func presentAhead(_ frame: PresentedFrame) {
    guard var pass = next, frame.position >= pass.start else { return }
    pass.frames.append(frame, isOpening: pass.awaitsOpening)
    pass.awaitsOpening = false
    next = pass
  }

  /// Makes the next pass the current one. Returns the packets of the old pass that were not decoded.
  mutating func enterNextPass() -> [any EncodedPacket] {
    guard let pass = next.take() else { return [] }
    let dropped = packets.drop(packets.count)
    packets = pass.packets
    frames = pass.isDecoded ? pass.frames : FrameQueue(after: frames)
    awaitsOpening = pass.awaitsOpening
    resumption = nil
    if !pass.isDecoded { decoder.reset() }
    return dropped
  }

  /// Drops the next pass, because looping was turned off. Returns the packets and frames that are dropped.
  mutating func abandonNextPass() -> ([any EncodedPacket], [PresentedFrame]) {
    defer { resumption = frames.entries.last?.frame.position }
    return dropPackets()
  }
}
