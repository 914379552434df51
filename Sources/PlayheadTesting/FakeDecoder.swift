import PlayheadMedia

/// Decodes a `FakeMedia`: one frame for each packet, and none for a corrupt packet or one whose samples
/// are all skipped.
final class FakeDecoder: MediaDecoder {
  private let track: MediaTrack
  private let convertingError: MediaError?
  private let onDecoding: @Sendable (PacketTiming) -> Void
  private var frame: DecodedFrame?
  /// The number of samples to leave out of the next packets.
  private var skippedCount: Int64 = 0
  private(set) var damagedPacketCount = 0
  var leavesOutUnreferenced = false

  init(
    _ track: MediaTrack, convertingError: MediaError?,
    onDecoding: @escaping @Sendable (PacketTiming) -> Void
  ) {
    self.track = track
    self.convertingError = convertingError
    self.onDecoding = onDecoding
  }

  func send(_ packet: any EncodedPacket) {
    guard let packet = (packet as? FakePacket)?.timing else { return }
    precondition(frame == nil, "All frames are received before the next packet is sent")
    onDecoding(packet)
    if packet.isCorrupt {
      damagedPacketCount += 1
    } else if !packet.isDiscarded {
      frame = decode(packet)
    }
  }

  private func decode(_ packet: PacketTiming) -> DecodedFrame? {
    var timing = FrameTiming(
      track: packet.track, presentationTicks: packet.presentationTicks,
      isKeyframe: packet.isKeyframe)
    timing.decodeTicks = packet.decodeTicks
    timing.durationTicks = packet.durationTicks
    if track.kind == .video {
      timing.pictureType = packet.isKeyframe ? "I" : "P"
      return DecodedFrame(
        timing: timing, format: .video(width: 8, height: 1, pixelFormat: "gray"),
        byteCount: packet.byteCount, content: FakeFrame(packet))
    }
    skippedCount += Int64(packet.skippedSamples)
    let whole = FakeSound(packet, of: track, skipping: 0)
    let sound = FakeSound(packet, of: track, skipping: skippedCount)
    skippedCount -= Int64(whole.samples.count - sound.samples.count)
    if sound.samples.isEmpty { return nil }
    if sound.samples != whole.samples { timing.presentationTicks = sound.start(in: track.timebase) }
    timing.sampleCount = sound.samples.count
    return DecodedFrame(
      timing: timing, format: sound.format, byteCount: packet.byteCount, content: sound)
  }

  func finish() {}

  func receive() -> DecodedFrame? {
    frame.take()
  }

  func reset() {
    (frame, skippedCount) = (nil, 0)
  }

  func makeAudioConverter(to format: AudioFormat) throws(MediaError) -> any AudioConverter {
    if let convertingError { throw convertingError }
    return FakeAudioConverter(to: format)
  }
}

/// The payload of a packet of a `FakeMedia`.
final class FakePacket: EncodedPacket {
  let timing: PacketTiming

  init(_ timing: PacketTiming) {
    self.timing = timing
  }

  func retimed(as timing: PacketTiming) -> any EncodedPacket { FakePacket(timing) }

  func shared() -> (any EncodedPacket)? { FakePacket(timing) }
}

/// A frame with one plane of eight bytes: the presentation time in ticks, little-endian.
final class FakeFrame: FrameContent {
  private let ticks: Int64

  init(_ packet: PacketTiming) {
    ticks = packet.presentationTicks ?? 0
  }

  var planeCount: Int { 1 }

  func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard plane == 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0), 0) }
    return try Swift.withUnsafeBytes(of: ticks.littleEndian) { bytes throws(Failure) in
      try body(bytes, bytes.count)
    }
  }
}

/// Converts the sound of a `FakeMedia`, so that each value still encodes the sample of the media that it came from.
///
/// At another sample rate samples are repeated or left out: output sample k has the media's sample at
/// the same time, rounded down. Further channels are copies of the last one.
final class FakeAudioConverter: AudioConverter {
  let format: AudioFormat
  let delay = 0

  init(to format: AudioFormat) {
    self.format = format
  }

  func convert(_ frame: DecodedFrame, into samples: inout [Float]) throws(MediaError) {
    guard let sound = frame.content as? FakeSound,
      case .audio(let rate, _, _) = sound.format, rate > 0
    else { throw MediaError(.decode, of: "fake", reason: .unsupported) }
    /// Returns the first output sample at or after a sample of the media.
    func output(_ number: Int64) -> Int64 {
      let product = number * Int64(format.sampleRate)
      return (product + Int64(rate) - 1) / Int64(rate)
    }
    for number in output(sound.samples.lowerBound)..<output(sound.samples.upperBound) {
      let sample = number * Int64(rate) / Int64(format.sampleRate)
      let value = FakeSound.value(ofSample: sample)
      for _ in 0..<format.channelCount { samples.append(value) }
    }
  }

  func finish(into samples: inout [Float]) {}

  func reset() {}
}
