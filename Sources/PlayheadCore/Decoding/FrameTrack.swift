import Media
import Timekeeping

/// One track that is decoded: what waits to be decoded, what has been, and how the decoder is to
/// keep up with the playhead.
struct FrameTrack {
  /// How much of the media may pass while decoding tries to catch up, before it goes on at a
  /// keyframe ahead; so much may always be left out.
  private static let patience: Int64 = 500_000_000
  /// How far the playhead may go on until the frame that it was to begin with is decoded.
  private static let longestOpening: Int64 = 2_000_000_000
  /// With so many frames ahead decoding has caught up.
  private static let comfortableCount = 2

  let track: Track
  private let decoder: any MediaDecoder
  var packetPlacement: PacketPlacement
  private var framePlacement: PacketPlacement
  var packets = EncodedQueue()
  var frames: FrameQueue
  private(set) var epoch = 0
  private(set) var damagedPacketCount = 0
  var skippedCount = 0
  private var needsReset = false
  /// Whether the decoder may have a frame without another packet.
  private(set) var mayHaveMore = false
  var isFinished = false
  /// Whether the first frame at or after the place that was gone to is still to come.
  var awaitsOpening = true
  /// A loop's next pass, once it is read.
  var next: NextPass?
  /// Whether this pass is decoded to its end, and the decoder is at the next.
  var isDecodingNext = false
  /// Up to which frame all were decoded before what comes now, which was read once more.
  var resumption: MediaTime?
  private var isBehind = false
  /// Whether a frame has been placed since the decoder was reset.
  private var hasPlacedFrame = false
  /// How long decoding a packet takes lately, in nanoseconds.
  private var decodingTime: Int64 = 0

  init(_ track: Track, decoder: any MediaDecoder) {
    self.track = track
    self.decoder = decoder
    packetPlacement = PacketPlacement(track: track)
    framePlacement = packetPlacement
    frames = FrameQueue(track.kind)
  }

  /// Returns what was dropped for the sake of memory.
  mutating func append(
    _ payload: any EncodedPacket, _ packet: PacketTiming, zero: MediaTime
  ) -> [any EncodedPacket] {
    var presentation: Range<Int64>?
    if packet.presentationTicks != nil, let interval = packetPlacement.place(packet)?.interval {
      presentation = place(interval, zero).flatMap { position, end in
        let (start, end) = (position.nanoseconds(rounding: .down), end.nanoseconds(rounding: .down))
        // Beyond that it could not be reckoned with.
        let greatest = ReadAhead.greatestPosition.ticks
        return start < -greatest || end > greatest ? nil : start..<max(start, end)
      }
    }
    let entry = EncodedQueue.Entry(
      packet: payload, byteCount: packet.byteCount, isKeyframe: packet.isKeyframe,
      presentation: presentation)
    if next != nil { return appendAhead(entry) }
    packets.append(entry)
    return packets.isOverweight(beside: nil) ? skip(packets.count) : []
  }

  private func place(_ interval: Range<Int64>, _ zero: MediaTime) -> (MediaTime, MediaTime)? {
    guard let position = track.time(ofTicks: interval.lowerBound).subtracting(zero),
      let end = track.time(ofTicks: interval.upperBound).subtracting(zero)
    else { return nil }
    return (position, end)
  }

  /// Begins anew with what is read from here on; returns what is to be let go of.
  mutating func restart() -> ([any EncodedPacket], [PresentedFrame]) {
    let (packets, framesAhead) = dropPackets()
    awaitsOpening = true
    return (packets, frames.removeAll() + framesAhead)
  }

  /// Lets go of all but this pass's frames: other packets are to come.
  mutating func dropPackets() -> ([any EncodedPacket], [PresentedFrame]) {
    let dropped = packets.drop(packets.count)
    reset()
    packetPlacement.forgetLast()
    (isFinished, isDecodingNext, resumption) = (false, false, nil)
    guard var pass = next.take() else { return (dropped, []) }
    return (dropped + pass.packets.drop(pass.packets.count), pass.frames.removeAll())
  }

  mutating func reset() {
    epoch += 1
    needsReset = true
    mayHaveMore = false
    isBehind = false
    hasPlacedFrame = false
    framePlacement.forgetLast()
  }

  /// Goes on at a place within what has been read.
  mutating func jump(to position: MediaTime) -> ([any EncodedPacket], [PresentedFrame]) {
    let passed = frames.jump(to: position)
    resumption = nil
    awaitsOpening = frames.entries.isEmpty
    guard awaitsOpening,
      let keyframe = packets.keyframe(
        where: { [position = position.nanoseconds(rounding: .down)] in $0.lowerBound <= position },
        isLast: true), keyframe.distance > 0
    else { return ([], passed) }
    let dropped = packets.drop(keyframe.distance)
    reset()
    return (dropped, passed)
  }

  private mutating func skip(_ count: Int) -> [any EncodedPacket] {
    skippedCount += count
    defer { reset() }
    return packets.drop(count)
  }

  /// Whether there is something to decode, where this pass, and the next, is read to its end.
  func hasWork(isAtEnd: Bool, isNextAtEnd: Bool) -> Bool {
    if mayHaveMore { return true }
    if let next, isDecodingNext { return next.packets.count > 0 || (isNextAtEnd && !isFinished) }
    return packets.count > 0 || ((isAtEnd || next != nil) && !isFinished)
  }

  /// Passes over what can only come out late. Returns what is to be let go of.
  ///
  /// Who decodes fast goes on at the present keyframe and catches up from there, others at one that
  /// can be decoded in time.
  /// `origin` is where playback began or was sought to: what is presented before is only decoded.
  mutating func catchUp(with position: Int64, origin: Int64, rate: Rate) -> [any EncodedPacket] {
    guard !isDecodingNext, let head = packets.first?.presentation, head.upperBound <= position,
      !awaitsOpening || position - origin > Self.longestOpening
    else { return [] }
    isBehind = true
    let cost = Int64(
      clamping: Int128(decodingTime) * Int128(rate.numerator) / Int128(rate.denominator))
    let isFast = cost * 2 < head.upperBound - head.lowerBound
    if isFast,
      let next = packets.keyframe(where: { $0.lowerBound <= position }, isLast: true),
      next.distance > 0
    {
      return skip(next.distance)
    }
    if let next = packets.keyframe(where: { $0.upperBound > position + cost }, isLast: false),
      position - head.lowerBound > Self.patience
        || !isFast && next.start - position - cost < Self.patience
    {
      return skip(next.distance)
    }
    return []
  }

  mutating func makeWork(index: Int, origin: Int64, at now: HostInstant) -> DecodingWork {
    var work = DecodingWork(
      decoder: decoder, index: index, start: now, epoch: epoch, resets: needsReset,
      leavesOutUnreferenced: false, input: .nothing)
    needsReset = false
    if mayHaveMore { return work }
    if frames.entries.count >= Self.comfortableCount { isBehind = false }
    let origin = isDecodingNext ? next?.start.nanoseconds(rounding: .down) ?? origin : origin
    if let entry = isDecodingNext ? next?.packets.removeFirst() : packets.removeFirst() {
      let isBeforeOrigin = entry.presentation.map { $0.upperBound <= origin } ?? false
      work.leavesOutUnreferenced = isBehind || isBeforeOrigin
      work.input = .packet(entry.packet)
    } else {
      work.input = .end
      isFinished = true
    }
    mayHaveMore = true
    return work
  }

  /// Takes in how long it took, and how many packets could not be decoded so far; returns how many
  /// of them are new.
  mutating func note(_ work: DecodingWork, damagedPacketCount count: Int, at now: HostInstant)
    -> Int
  {
    if case .packet = work.input {
      // Bounded, so that it can be reckoned with: a machine may sleep meanwhile.
      let elapsed = min(now.nanoseconds - work.start.nanoseconds, 10_000_000_000)
      decodingTime = decodingTime == 0 ? elapsed : decodingTime + (elapsed - decodingTime) / 4
    }
    defer { damagedPacketCount = count }
    return count - damagedPacketCount
  }

  /// Takes in that the decoder needs another packet.
  mutating func becomeEmpty() {
    mayHaveMore = false
  }

  /// Where a frame is presented; nil where its timestamps lie beyond what can be counted, and where
  /// it has none though the track has: it lies before the first that has.
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

  mutating func present(_ frame: PresentedFrame) {
    frames.append(frame, isOpening: awaitsOpening)
    awaitsOpening = false
  }

  /// Takes in that a frame came out of the decoder after its end.
  mutating func noteLateness() {
    isBehind = true
  }
}
