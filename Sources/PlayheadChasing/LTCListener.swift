import PlayheadAttaching
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Finds linear timecode in the channels of sound, and chases that of the first channel that has some.
///
/// Used by one thread at a time.
final class LTCListener {
  private final class Channel {
    let decoder: LTCDecoder
    var chaser: TimecodeChaser

    init(_ decoder: LTCDecoder, _ chaser: TimecodeChaser) {
      (self.decoder, self.chaser) = (decoder, chaser)
    }
  }

  private let settings: TimecodeSettings
  /// The channel to read, counted from 0; nil for the first one with timecode.
  private let wanted: Int?
  private var channels: [Int: Channel] = [:]
  /// The channel that has timecode.
  private var chosen: Int?

  init(_ settings: TimecodeSettings, channel: Int?) {
    (self.settings, wanted) = (settings, channel.map { $0 - 1 })
  }

  /// The channel whose timecode is chased, counted from 0; nil before.
  var channel: Int? { chosen }

  /// Takes the interleaved samples that follow those before, and returns the resulting reports.
  func receive(
    _ samples: [Float], first: Int = 0, count: Int, sampleRate: Int, until end: HostInstant
  ) throws(TimecodeLoss) -> [SourceReport] {
    var reports: [SourceReport] = []
    for index in 0..<count where isListened(first + index) {
      let one = stride(from: index, to: samples.count - samples.count % count, by: count)
      let found = try receive(
        one.map { samples[$0] }, first + index, sampleRate: sampleRate, until: end)
      if found.isEmpty { continue }
      chosen = first + index
      reports += found
    }
    return reports
  }

  private func isListened(_ index: Int) -> Bool { chosen ?? wanted ?? index == index }

  private func receive(
    _ samples: [Float], _ index: Int, sampleRate: Int, until end: HostInstant
  ) throws(TimecodeLoss) -> [SourceReport] {
    let channel: Channel
    if let known = channels[index] {
      channel = known
    } else {
      channel = try open(index, sampleRate: sampleRate)
    }
    func instant(of sample: Int64) -> HostInstant {
      let before = Int128(channel.decoder.end - sample) * 1_000_000_000
      return end.advanced(byNanoseconds: -Int64(clamping: before / Int128(sampleRate)))
    }
    var reports: [SourceReport] = []
    for frame in channel.decoder.decode(samples) {
      let instant = instant(of: frame.end)
      // A stop before the frame.
      reports += channel.chaser.settle(at: instant)
      guard let sighting = frame.sighting(at: instant, sampleRate: sampleRate) else { continue }
      reports += channel.chaser.receive(sighting)
    }
    // Without samples, the place of those before is not known.
    if !samples.isEmpty, let sound = channel.decoder.lastSound {
      channel.chaser.recordSign(at: instant(of: sound))
    }
    return reports + channel.chaser.settle(at: end)
  }

  private func open(_ index: Int, sampleRate: Int) throws(TimecodeLoss) -> Channel {
    do {
      let channel = Channel(
        try LTCDecoder(sampleRate: sampleRate), settings.makeChaser(.linear))
      channels[index] = channel
      return channel
    } catch { throw .failed(error.reason) }
  }
}
