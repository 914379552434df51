import PlayheadMedia
import PlayheadTimekeeping

/// One decoded track: its packets, its decoder and its frames.
struct FrameTrack {
  /// The number of decoded frames with which decoding has caught up.
  private static let comfortableCount = 2

  let track: MediaTrack
  var decoder: TrackDecoder
  var packets = EncodedQueue()
  var frames: FrameQueue
  var skippedCount = 0
  /// Whether the first frame after a start or a seek has not been decoded yet.
  var awaitsOpening = true
  /// The next pass of a loop, once its packets come.
  var next: NextPass?
  /// The position of the last frame that was decoded before its packets were read again.
  var resumption: MediaTime?

  init(_ track: MediaTrack, decoder: any MediaDecoder) {
    self.track = track
    self.decoder = TrackDecoder(track, decoder)
    frames = FrameQueue(track.kind)
  }

  // MARK: Packets

  /// Adds a packet, and returns the packets that are dropped if the queue is too long.
  mutating func append(
    _ payload: any EncodedPacket, _ packet: PacketTiming, at interval: Range<Int64>?,
    zero: MediaTime
  ) -> [any EncodedPacket] {
    // The frames of a packet without a presentation time are presented later than it is decoded.
    let interval = packet.presentationTicks.flatMap { _ in interval }
    let presentation = interval.flatMap { track.positions(of: $0, zero) }.flatMap {
      position, end -> Range<Int64>? in
      let (start, end) = (position.nanoseconds(rounding: .down), end.nanoseconds(rounding: .down))
      let greatest = ReadAhead.greatestPosition.ticks
      return start < -greatest || end > greatest ? nil : start..<max(start, end)
    }
    let entry = EncodedQueue.Entry(
      packet: payload, byteCount: packet.byteCount, isKeyframe: packet.isKeyframe,
      presentation: presentation)
    if next != nil { return appendAhead(entry) }
    packets.append(entry)
    return packets.isFull(beside: nil) ? skip(packets.count) : []
  }

  // MARK: Restarts and jumps

  /// Restarts decoding with the packets from here on. Returns the packets and frames that are dropped.
  mutating func restart() -> ([any EncodedPacket], [PresentedFrame]) {
    let (packets, framesAhead) = dropPackets()
    awaitsOpening = true
    return (packets, frames.removeAll() + framesAhead)
  }

  /// Removes and returns all packets, and the frames of the next pass.
  mutating func dropPackets() -> ([any EncodedPacket], [PresentedFrame]) {
    let dropped = packets.drop(packets.count)
    decoder.reset()
    resumption = nil
    guard var pass = next.take() else { return (dropped, []) }
    return (dropped + pass.packets.drop(pass.packets.count), pass.frames.removeAll())
  }

  /// Continues at a position within the media read. Returns the packets and frames that are dropped.
  mutating func jump(to position: MediaTime) -> ([any EncodedPacket], [PresentedFrame]) {
    let passed = frames.jump(to: position)
    awaitsOpening = frames.entries.isEmpty
    guard awaitsOpening else { return ([], passed) }
    resumption = nil
    guard
      let keyframe = packets.keyframe(
        where: { [position = position.nanoseconds(rounding: .down)] in $0.lowerBound <= position },
        isLast: true), keyframe.distance > 0
    else { return ([], passed) }
    let dropped = packets.drop(keyframe.distance)
    decoder.reset()
    return (dropped, passed)
  }

  /// Drops packets that are not decoded. Returns them.
  mutating func skip(_ count: Int) -> [any EncodedPacket] {
    skippedCount += count
    defer { decoder.reset() }
    return packets.drop(count)
  }

  // MARK: Decoding

  /// Whether there is anything to decode. The end of a pass flushes the decoder.
  func hasWork(isAtEnd: Bool, isNextAtEnd: Bool) -> Bool {
    if decoder.mayHaveMore { return true }
    if let next, next.isDecoded {
      return next.packets.count > 0 || (isNextAtEnd && !decoder.isFinished)
    }
    return packets.count > 0 || ((isAtEnd || next != nil) && !decoder.isFinished)
  }

  /// Returns the next call of the decoder. Frames before `origin`, in nanoseconds, are decoded, but not presented.
  mutating func makeWork(index: Int, origin: Int64, at now: HostInstant) -> DecodingWork {
    if decoder.mayHaveMore { return decoder.makeWork(index: index, .nothing, at: now) }
    if frames.entries.count >= Self.comfortableCount { decoder.isBehind = false }
    let origin = isDecodingNext ? next?.start.nanoseconds(rounding: .down) ?? origin : origin
    guard let entry = isDecodingNext ? next?.packets.removeFirst() : packets.removeFirst() else {
      return decoder.makeWork(index: index, .end, at: now)
    }
    var work = decoder.makeWork(index: index, .packet(entry.packet), at: now)
    let isBeforeOrigin = entry.presentation.map { $0.upperBound <= origin } ?? false
    work.leavesOutUnreferenced = decoder.isBehind || isBeforeOrigin
    return work
  }

  // MARK: Frames

  /// Adds a frame of the current pass.
  mutating func present(_ frame: PresentedFrame) {
    frames.append(frame, isOpening: awaitsOpening)
    awaitsOpening = false
  }
}
