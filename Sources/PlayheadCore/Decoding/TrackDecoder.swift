import PlayheadMedia
import PlayheadTimekeeping

/// The decoder of a track: what it needs next, how fast it is, and where its frames are presented.
struct TrackDecoder {
  /// What the decoder needs next.
  private enum State {
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

  private let track: MediaTrack
  private let decoder: any MediaDecoder
  private var placement: FramePlacement
  private var state = State.needsPacket
  /// Counts the restarts of decoding.
  private(set) var epoch = 0
  private var damagedPacketCount = 0
  /// Whether frames have been late since the decoder was reset or had enough frames.
  var isBehind = false
  /// Whether a frame has been placed since the decoder was reset.
  private var hasPlacedFrame = false
  /// How long decoding a packet has taken recently, in nanoseconds.
  private(set) var decodingTime: Int64 = 0

  init(_ track: MediaTrack, _ decoder: any MediaDecoder) {
    (self.track, self.decoder) = (track, decoder)
    placement = FramePlacement(track: track)
  }

  /// Whether the decoder may have a frame without another packet.
  var mayHaveMore: Bool { state == .hasFrames || state == .draining }

  /// Whether the decoder has returned all frames of the pass that it decodes.
  var isFinished: Bool { state == .finished }

  mutating func reset() {
    epoch += 1
    (state, isBehind, hasPlacedFrame) = (.needsReset, false, false)
    placement.forgetLast()
  }

  // MARK: Calls

  /// Returns a call of the decoder with an input.
  mutating func makeWork(
    index: Int, _ input: DecodingWork.Input, at now: HostInstant
  ) -> DecodingWork {
    defer {
      switch input {
      case .packet: state = .hasFrames
      case .end: state = .draining
      case .nothing: break
      }
    }
    return DecodingWork(
      decoder: decoder, index: index, start: now, epoch: epoch, resets: state == .needsReset,
      leavesOutUnreferenced: false, input: input)
  }

  /// Records the duration of a call. Returns the number of packets that the decoder could not decode in it.
  mutating func finish(_ work: DecodingWork, damagedPacketCount count: Int, at now: HostInstant)
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

  /// Places a frame; nil if it is out of range, or before the first frame with a timestamp.
  mutating func present(_ frame: DecodedFrame, zero: MediaTime) -> PresentedFrame? {
    let start = frame.timing.presentationTicks
    guard start != nil || hasPlacedFrame || track.startTicks == nil else { return nil }
    hasPlacedFrame = true
    let length = frame.timing.durationTicks ?? sampleTicks(of: frame)
    guard let interval = placement.place(at: start, lasting: length),
      let (position, end) = track.positions(of: interval, zero),
      let duration = end.subtracting(position)
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
}

extension MediaTrack {
  /// Returns the positions of an interval in ticks; nil if they are out of range.
  func positions(of interval: Range<Int64>, _ zero: MediaTime) -> (MediaTime, MediaTime)? {
    guard let position = time(ofTicks: interval.lowerBound).subtracting(zero),
      let end = time(ofTicks: interval.upperBound).subtracting(zero)
    else { return nil }
    return (position, end)
  }
}
