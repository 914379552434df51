import PlayheadAttaching
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Finds linear timecode in the channels of sound, and chases that of the first one that has some, on one thread.
final class LTCListener {
  private struct Channel {
    let decoder: LTCDecoder
    let sampleRate: Int
    var chaser: TimecodeChaser

    /// Takes interleaved samples with the channel, of which the last one was heard at the end.
    mutating func receive(
      _ samples: [Float], _ index: Int, of count: Int, until end: HostInstant
    ) -> [SourceReport] {
      var reports: [SourceReport] = []
      for frame in decoder.decode(samples, channel: index, of: count) {
        let instant = instant(of: frame.end, end)
        // A stop before the frame.
        reports += chaser.settle(at: instant)
        guard let sighting = frame.sighting(at: instant, sampleRate: sampleRate) else { continue }
        reports += chaser.receive(sighting)
      }
      // Without samples, the place of those before is not known.
      if !samples.isEmpty, let sound = decoder.lastSound {
        chaser.recordSign(at: instant(of: sound, end))
      }
      return reports + chaser.settle(at: end)
    }

    private func instant(of sample: Int64, _ end: HostInstant) -> HostInstant {
      let before = Int128(decoder.end - sample) * 1_000_000_000
      return end.advanced(byNanoseconds: -Int64(clamping: before / Int128(sampleRate)))
    }
  }

  /// The chaser of a channel of which nothing is known.
  private let chaser: TimecodeChaser
  /// The channel to read, counted from 0; nil for the first one with timecode.
  private let wanted: Int?
  private var channels: [Int: Channel] = [:]
  /// The channel whose timecode is chased, counted from 0; nil before.
  private(set) var channel: Int?

  /// Creates a listener to a channel, counted from 1; nil for the first one with timecode.
  init(_ chaser: TimecodeChaser, channel: Int?) {
    (self.chaser, wanted) = (chaser, channel.map { $0 - 1 })
  }

  /// Takes the interleaved samples that follow those before, and returns the resulting reports.
  func receive(
    _ samples: [Float], first: Int = 0, count: Int, sampleRate: Int, until end: HostInstant
  ) throws(SourceReport.Loss) -> [SourceReport] {
    var reports: [SourceReport] = []
    for (offset, index) in (first..<first + count).enumerated()
    where channel ?? wanted ?? index == index {
      if channels[index] == nil {
        let decoder = try receiving { try LTCDecoder(sampleRate: sampleRate) }
        channels[index] = Channel(decoder: decoder, sampleRate: sampleRate, chaser: chaser)
      }
      let found = channels[index]?.receive(samples, offset, of: count, until: end) ?? []
      if !found.isEmpty { channel = index }
      reports += found
    }
    return reports
  }
}
