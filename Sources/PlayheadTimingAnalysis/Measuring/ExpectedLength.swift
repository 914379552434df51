import PlayheadMedia

/// The expected duration of the sound of an audio packet: from its number of samples, else its declared
/// duration, without the padding at its end.
struct ExpectedLength {
  private let ticksPerSample: Double?
  private let ticksPerPacket: Double?
  private let bytesPerSample: Int?

  init(track: MediaTrack) {
    let ticksPerSample = track.sampleRate.map {
      1 / (Double($0) * track.timebase.secondsPerTick)
    }
    self.ticksPerSample = ticksPerSample
    ticksPerPacket = track.samplesPerPacket.flatMap { count in
      ticksPerSample.map { Double(count) * $0 }
    }
    bytesPerSample = track.bytesPerSample.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the duration in ticks of the track; nil if unknown.
  func ticks(of packet: PacketTiming) -> Double? {
    // A file that was joined has padding in its middle.
    let padding = ticksPerSample.map { Double(packet.paddingSamples) * $0 } ?? 0
    return ticksWithPadding(of: packet).map { max($0 - padding, 0) }
  }

  /// Whether a packet has another codec or sample rate than the track, as in a joined recording. Its duration may be
  /// rounded.
  func isOther(_ packet: PacketTiming) -> Bool {
    if packet.hasOtherCodec { return true }
    guard let ticksPerPacket, let ticks = packet.durationTicks else { return false }
    return Self.isRatioOfRates(Double(ticks) / ticksPerPacket)
  }

  private static let sampleRates = [32_000.0, 44_100, 48_000]

  /// Whether a ratio of durations is that of two sample rates of which none is a multiple of the other.
  static func isRatioOfRates(_ ratio: Double) -> Bool {
    // The nearest ones are those of 44.1 and 48 kHz.
    if abs(ratio - 1) < 0.05 { return false }
    return sampleRates.contains { one in
      sampleRates.contains { other in
        one != other
          && [0.25, 0.5, 1, 2, 4].contains { abs(ratio / (one / other * $0) - 1) < 0.005 }
      }
    }
  }

  private func ticksWithPadding(of packet: PacketTiming) -> Double? {
    if isOther(packet) { return packet.durationTicks.map(Double.init) }
    if let ticksPerPacket { return ticksPerPacket }
    if let ticksPerSample, let bytesPerSample {
      return Double(packet.byteCount / bytesPerSample) * ticksPerSample
    }
    return packet.durationTicks.map(Double.init)
  }
}
