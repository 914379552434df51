import Media
import Timekeeping

/// One decoded track: its packets, its frames, and how its decoder keeps up with the playhead.
struct FrameTrack {
  /// What the decoder needs next.
  private enum DecoderState {
    /// Another packet, after a reset.
    case needsReset
    /// Another packet.
    case needsPacket
    /// Nothing: it may have a frame.
    case hasFrames
    /// Nothing: it may have a frame, and the end has been sent.
    case draining
    /// Nothing: the end has been sent, and all frames have been received.
    case finished
  }

  /// The number of decoded frames with which decoding has caught up.
  private static let comfortableCount = 2

  let track: Track
  private let decoder: any MediaDecoder
  var packetPlacement: PacketPlacement
  private var framePlacement: PacketPlacement
  var packets = EncodedQueue()
  var frames: FrameQueue
  /// Counts the restarts of decoding.
  private(set) var epoch = 0
  private(set) var damagedPacketCount = 0
  var skippedCount = 0
  private var state = DecoderState.needsPacket
  /// Whether the first frame after a start or a seek has not been decoded yet.
  var awaitsOpening = true
  /// The next pass of a loop, once its packets come.
  var next: NextPass?
  /// The position of the last frame that was decoded before its packets were read again.
  var resumption: MediaTime?
  /// Whether frames have been late since the decoder was reset or had enough frames.
  var isBehind = false
  /// Whether a frame has been placed since the decoder was reset.
  private var hasPlacedFrame = false
  /// How long decoding a packet has taken recently, in nanoseconds.
  private(set) var decodingTime: Int64 = 0

  init(_ track: Track, decoder: any MediaDecoder) {
    self.track = track
    self.decoder = decoder
    packetPlacement = PacketPlacement(track: track)
    framePlacement = packetPlacement
    frames = FrameQueue(track.kind)
  }

  // MARK: Packets

  /// Adds a packet.
  ///
  /// - Parameters:
  ///   - payload: The packet.
  ///   - packet: Its timing.
  ///   - zero: The time of the container at position zero.
  /// - Returns: Packets that were dropped because the queue has become too long.
  mutating func append(
    _ payload: any EncodedPacket, _ packet: PacketTiming, zero: MediaTime
  ) -> [any EncodedPacket] {
    var presentation: Range<Int64>?
    if packet.presentationTicks != nil, let interval = packetPlacement.place(packet)?.interval {
      presentation = place(interval, zero).flatMap { position, end in
        let (start, end) = (position.nanoseconds(rounding: .down), end.nanoseconds(rounding: .down))
        let greatest = ReadAhead.greatestPosition.ticks
        return start < -greatest || end > greatest ? nil : start..<max(start, end)
      }
    }
    let entry = EncodedQueue.Entry(
      packet: payload, byteCount: packet.byteCount, isKeyframe: packet.isKeyframe,
      presentation: presentation)
    if next != nil { return appendAhead(entry) }
    packets.append(entry)
    return packets.isFull(beside: nil) ? skip(packets.count) : []
  }

  private func place(_ interval: Range<Int64>, _ zero: MediaTime) -> (MediaTime, MediaTime)? {
    guard let position = track.time(ofTicks: interval.lowerBound).subtracting(zero),
      let end = track.time(ofTicks: interval.upperBound).subtracting(zero)
    else { return nil }
    return (position, end)
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
    reset()
    packetPlacement.forgetLast()
    resumption = nil
    guard var pass = next.take() else { return (dropped, []) }
    return (dropped + pass.packets.drop(pass.packets.count), pass.frames.removeAll())
  }

  mutating func reset() {
    epoch += 1
    state = .needsReset
    isBehind = false
    hasPlacedFrame = false
    framePlacement.forgetLast()
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
    reset()
    return (dropped, passed)
  }

  /// Drops packets that are not decoded. Returns them.
  mutating func skip(_ count: Int) -> [any EncodedPacket] {
    skippedCount += count
    defer { reset() }
    return packets.drop(count)
  }

  // MARK: Decoding

  /// Whether the decoder may have a frame without another packet.
  private var mayHaveMore: Bool { state == .hasFrames || state == .draining }

  /// Whether the decoder has returned all frames of the pass that it decodes.
  var isFinished: Bool { state == .finished }

  /// Whether there is anything to decode.
  ///
  /// - Parameters:
  ///   - isAtEnd: Whether all packets of this pass have come.
  ///   - isNextAtEnd: Whether all packets of the next pass of a loop have come.
  func hasWork(isAtEnd: Bool, isNextAtEnd: Bool) -> Bool {
    if mayHaveMore { return true }
    if let next, next.isDecoded { return next.packets.count > 0 || (isNextAtEnd && !isFinished) }
    return packets.count > 0 || ((isAtEnd || next != nil) && !isFinished)
  }

  /// Returns the next call of the decoder.
  ///
  /// - Parameters:
  ///   - index: The index of the track in the machine.
  ///   - origin: The position of the last start or seek in nanoseconds. Frames before it are decoded,
  ///     but not presented.
  mutating func makeWork(index: Int, origin: Int64, at now: HostInstant) -> DecodingWork {
    var work = DecodingWork(
      decoder: decoder, index: index, start: now, epoch: epoch, resets: state == .needsReset,
      leavesOutUnreferenced: false, input: .nothing)
    if mayHaveMore { return work }
    if frames.entries.count >= Self.comfortableCount { isBehind = false }
    let origin = isDecodingNext ? next?.start.nanoseconds(rounding: .down) ?? origin : origin
    if let entry = isDecodingNext ? next?.packets.removeFirst() : packets.removeFirst() {
      let isBeforeOrigin = entry.presentation.map { $0.upperBound <= origin } ?? false
      work.leavesOutUnreferenced = isBehind || isBeforeOrigin
      work.input = .packet(entry.packet)
      state = .hasFrames
    } else {
      work.input = .end
      state = .draining
    }
    return work
  }

  /// Records how long a call of the decoder took.
  ///
  /// - Parameters:
  ///   - work: The call.
  ///   - count: The number of packets that the decoder could not decode until now.
  /// - Returns: The number of packets that it could not decode in this call.
  mutating func note(_ work: DecodingWork, damagedPacketCount count: Int, at now: HostInstant)
    -> Int
  {
    if case .packet = work.input {
      // Bounded, because the machine may have been suspended.
      let elapsed = min(now.nanoseconds - work.start.nanoseconds, 10_000_000_000)
      decodingTime = decodingTime == 0 ? elapsed : decodingTime + (elapsed - decodingTime) / 4
    }
    defer { damagedPacketCount = count }
    return count - damagedPacketCount
  }

  /// Records that the decoder needs another packet, or has returned its last frame.
  mutating func becomeEmpty() {
    switch state {
    case .hasFrames: state = .needsPacket
    case .draining: state = .finished
    case .needsReset, .needsPacket, .finished: break
    }
  }

  // MARK: Frames

  /// Returns a frame with its position; nil if the position is out of range, or if the frame has no
  /// timestamp although the track has some: then it is before the first frame with a timestamp.
  mutating func place(_ frame: DecodedFrame, zero: MediaTime) -> PresentedFrame? {
    let isTimed = frame.timing.presentationTicks != nil
    guard isTimed || hasPlacedFrame || track.startTicks == nil else { return nil }
    hasPlacedFrame = true
    let timing = PacketTiming(
      track: track.index, presentationTicks: frame.timing.presentationTicks,
      durationTicks: frame.timing.durationTicks ?? sampleTicks(of: frame))
    guard let interval = framePlacement.place(timing)?.interval,
      let (position, end) = place(interval, zero), let duration = end.subtracting(position)
    else { return nil }
    return PresentedFrame(position: position, duration: duration, decoded: frame)
  }

  private func sampleTicks(of frame: DecodedFrame) -> Int64? {
    guard case .audio(let rate, _, _) = frame.format, let count = frame.timing.sampleCount,
      let rate = Int32(exactly: rate), rate > 0
    else { return nil }
    return MediaTime(ticks: Int64(count), timebase: Timebase(1, rate))
      .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
  }

  /// Adds a frame of the current pass.
  mutating func present(_ frame: PresentedFrame) {
    frames.append(frame, isOpening: awaitsOpening)
    awaitsOpening = false
  }
}
