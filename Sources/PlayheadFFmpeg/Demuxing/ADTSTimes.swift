import PlayheadMedia
import PlayheadTimekeeping

/// The times of AAC packets that libavformat leaves out. It computes them with the sample rate, which it
/// learns by decoding sound while it opens the media, and thus not if the sound begins later.
///
/// Each packet has an ADTS header with the sample rate and the number of samples.
///
/// Source of the format: ISO/IEC 14496-3, 1.A.2.2.
struct ADTSTimes {
  private static let sampleRates: [Int64] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  private let timebase: Timebase
  /// The last presentation time that the container gives, and the number of samples since.
  private var anchor: (ticks: Int64, sampleCount: Int64)?

  /// Returns nil if libavformat computes the times of the track.
  init?(_ track: MediaTrack) {
    guard track.kind == .audio, track.codec == "aac", track.sampleRate == nil else { return nil }
    timebase = track.timebase
  }

  /// Adds the times that a packet lacks.
  ///
  /// - Parameters:
  ///   - timing: The timing of the next packet of the track.
  ///   - payload: Its bytes.
  mutating func complete(_ timing: inout PacketTiming, _ payload: UnsafeBufferPointer<UInt8>) {
    if let ticks = timing.presentationTicks { anchor = (ticks, 0) }
    guard let (first, count) = anchor, let (sampleCount, rate) = Self.samples(in: payload),
      let start = ticks(of: count, at: rate), let end = ticks(of: count + sampleCount, at: rate)
    else {
      anchor = nil
      return
    }
    let (time, overflow) = first.addingReportingOverflow(start)
    if overflow { return anchor = nil }
    timing.presentationTicks = time
    timing.decodeTicks = timing.decodeTicks ?? time
    timing.durationTicks = timing.durationTicks ?? (end - start)
    anchor = (first, count + sampleCount)
  }

  /// Returns the number of blocks in a packet; nil if it has no valid header.
  static func blockCount(in payload: UnsafeBufferPointer<UInt8>) -> Int32? {
    guard payload.count >= 7, payload[0] == 0xFF, payload[1] & 0xF6 == 0xF0 else { return nil }
    return Int32(payload[6] & 3) + 1
  }

  /// Returns the number of samples in a packet and their rate; nil if it has no valid header.
  private static func samples(
    in payload: UnsafeBufferPointer<UInt8>
  ) -> (count: Int64, rate: Int64)? {
    guard let count = blockCount(in: payload) else { return nil }
    let index = Int(payload[2] >> 2 & 15)
    guard sampleRates.indices.contains(index) else { return nil }
    return (1_024 * Int64(count), sampleRates[index])
  }

  /// Returns the length of samples in whole ticks, rounded down.
  private func ticks(of sampleCount: Int64, at rate: Int64) -> Int64? {
    let (product, overflow) = sampleCount.multipliedReportingOverflow(
      by: Int64(timebase.denominator))
    return overflow ? nil : product / (rate * Int64(timebase.numerator))
  }
}

extension MediaTrack {
  /// Makes each packet as long as this number of blocks, of which libavformat counts one.
  mutating func takeBlockCount(_ count: Int32) {
    let (numerator, overflow) = timebase.numerator.multipliedReportingOverflow(by: count)
    guard count > 1, !overflow else { return }
    timebase = Timebase(numerator, timebase.denominator)
    samplesPerPacket = samplesPerPacket.map { $0 * Int(count) }
    // It has estimated the duration from the bit rate, which is right.
    durationTicks = durationTicks.map { $0 / Int64(count) }
  }
}
