import Media

/// How long a packet of audio lasts: by its samples, else as it tells itself.
struct ExpectedLength {
  private let ticksPerSample: Double?
  private let ticksPerPacket: Double?
  private let bytesPerSample: Int?

  init(track: Track) {
    let ticksPerSample = track.sampleRate.map {
      1 / (Double($0) * track.timebase.secondsPerTick)
    }
    self.ticksPerSample = ticksPerSample
    ticksPerPacket = track.samplesPerPacket.flatMap { count in
      ticksPerSample.map { Double(count) * $0 }
    }
    bytesPerSample = track.bytesPerSample
  }

  /// In ticks of the track.
  func ticks(of packet: PacketTiming) -> Double? {
    if let ticksPerPacket { return ticksPerPacket }
    if let ticksPerSample, let bytesPerSample {
      return Double(packet.byteCount / bytesPerSample) * ticksPerSample
    }
    return packet.durationTicks.map(Double.init)
  }
}
