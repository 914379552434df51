import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// The times of AAC packets that libavformat leaves out. It computes them with the sample rate, which it
/// learns by decoding sound while it opens the media, and thus not if the sound begins later.
///
/// Each packet has an ADTS header with the sample rate and the number of samples.
///
/// Source of the format: ISO/IEC 14496-3, 1.A.2.2.
struct ADTSTimes {
  private let timebase: Timebase
  /// The last presentation time that the container gives, and the number of samples since.
  private var anchor: (ticks: Int64, sampleCount: Int64)?

  /// Returns nil if libavformat computes the times of the track.
  init?(_ track: MediaTrack) {
    guard track.kind == .audio, track.codec == "aac", track.sampleRate == nil else { return nil }
    timebase = track.timebase
  }

  /// Returns nil if libavformat computes the times of the stream.
  init?(_ parameters: StreamParameters) {
    let codec = parameters.codec.pointee
    guard codec.codec_id == AV_CODEC_ID_AAC, codec.sample_rate == 0 else { return nil }
    timebase = Timebase(ffmpeg: parameters.timebase)
  }

  /// Adds the times that the next packet of the track lacks, by its bytes.
  mutating func complete(_ timing: inout PacketTiming, _ payload: UnsafeBufferPointer<UInt8>) {
    if let ticks = timing.presentationTicks { anchor = (ticks, 0) }
    guard let (first, count) = anchor, let header = ADTSHeader(UnsafeRawBufferPointer(payload)),
      let start = ticks(of: count, at: header.sampleRate),
      let end = ticks(of: count + header.sampleCount, at: header.sampleRate)
    else {
      anchor = nil
      return
    }
    let (time, overflow) = first.addingReportingOverflow(start)
    if overflow { return anchor = nil }
    timing.presentationTicks = time
    timing.decodeTicks = timing.decodeTicks ?? time
    timing.durationTicks = timing.durationTicks ?? (end - start)
    anchor = (first, count + header.sampleCount)
  }

  /// Returns the length of samples in whole ticks, rounded down.
  private func ticks(of sampleCount: Int64, at rate: Int32) -> Int64? {
    let (product, overflow) = sampleCount.multipliedReportingOverflow(
      by: Int64(timebase.denominator))
    return overflow ? nil : product / (Int64(rate) * Int64(timebase.numerator))
  }
}

extension MediaTrack {
  /// Makes each packet as long as this number of blocks, of which libavformat counts one.
  mutating func setBlockCount(_ count: Int32) {
    let (numerator, overflow) = timebase.numerator.multipliedReportingOverflow(by: count)
    guard count > 1, !overflow else { return }
    timebase = Timebase(numerator, timebase.denominator)
    samplesPerPacket = samplesPerPacket.map { $0 * Int(count) }
    // It has estimated the duration from the bit rate, which is right.
    durationTicks = durationTicks.map { $0 / Int64(count) }
  }
}
