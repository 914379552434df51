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

  private func ticksWithPadding(of packet: PacketTiming) -> Double? {
    if packet.hasOtherCodec { return packet.durationTicks.map(Double.init) }
    if let ticksPerPacket { return ticksPerPacket }
    if let ticksPerSample, let bytesPerSample {
      return Double(packet.byteCount / bytesPerSample) * ticksPerSample
    }
    return packet.durationTicks.map(Double.init)
  }
}
