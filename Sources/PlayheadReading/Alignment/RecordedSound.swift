import PlayheadAlignment
import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTimekeeping

/// The sound of media, mixed to one channel: read once from start to end, then in any order.
///
/// Unchecked: one thread uses it at a time, and hands it over with a semaphore.
package final class RecordedSound: Sound, @unchecked Sendable {
  /// How the channels become one.
  package enum Mix: Sendable {
    /// As for a loudspeaker.
    case usual
    /// All channels, each with a lower weight than the one before, so that two channels of opposite sign do not
    /// cancel each other out. The low-frequency channel counts, too.
    case uneven
  }

  /// The peak below which a mix counts as silent.
  private static let silence: Float = 1e-3
  /// The greatest sum of all gaps in seconds that is taken for silence.
  private static let greatestSilence: Int64 = 86_400
  /// The greatest sample, far above any sound. Greater ones, and those that are no numbers, count as silence.
  private static let greatestValue: Float = 1e6
  /// How far ahead a place may be so that reading continues to it, in seconds. A seek decodes less.
  private static let greatestSkip = 2

  private let source: any DecodingSource
  private let track: MediaTrack
  private let decoder: any MediaDecoder
  private let reader: FrameReader
  /// The start of presentation as a time of the container; nil until known.
  private var zero: MediaTime?
  package private(set) var sampleRate = 1
  package private(set) var sampleCount = 0
  /// Whether silence was inserted, or sound left out, because of its timestamps.
  package private(set) var hasGaps = false
  package var rounding: Double {
    let tick = MediaTime(ticks: 1, timebase: track.timebase).seconds
    return hasGaps && tick > 1 / Double(sampleRate) ? tick : 0
  }
  private let mix: Mix
  /// The greatest number of channels until now.
  private var channelCount = 1
  private var peak: Float = 0
  private var sampleIndex = SampleIndex()
  /// The number of samples of a frame, the greatest until now.
  private var frameLength = 1

  private var converter: (any AudioConverter)?
  /// Samples that were decoded, the first one of which has the number `bufferStart`.
  private var buffer: [Float] = []
  private var bufferStart = 0
  /// A decoded frame after the range that was read.
  private var pending: (start: Int, samples: [Float])?
  /// The number after the last decoded sample; nil after a seek.
  private var next: Int?

  /// Opens media, which must have sound and be seekable.
  package init(
    opening opener: any MediaOpener, mix: Mix = .usual, interruption: Interruption
  ) throws(MediaError) {
    self.mix = mix
    let opened = try opener.open(interruption: interruption)
    let info = opened.info
    guard let track = info.timelineTracks.first(where: { $0.kind == .audio }) else {
      throw MediaError(.open, of: info.name, reason: .noSound)
    }
    guard info.isSeekable else { throw MediaError(.open, of: info.name, reason: .notSeekable) }
    // The times of another recording in the file are those of its clock.
    let joined =
      info.mayBeJoined || info.mayContinue
      ? JoinedSource.joining(opened, tracks: [track.index]) : opened
    guard let source = joined as? any DecodingSource,
      case let reader = FrameReader(source, tracks: [track.index], interruption: interruption),
      let decoder = reader.decoders[track.index]
    else { throw MediaError(.decode, of: info.name, reason: .unsupported) }
    (joined as? JoinedSource)?.prepare()
    (self.source, self.track, self.decoder, self.reader) = (source, track, decoder, reader)
    zero = info.presentationStart
  }

  /// The length that the media declares; nil if it declares none.
  package var declaredLength: MediaTime? { source.info.declaredDuration(from: zero ?? .zero) }

  /// The index of the track in the container.
  package var trackIndex: Int { track.index }

  /// Whether the mix is silent, although it has several channels.
  package var isCancelledOut: Bool { peak < Self.silence && channelCount > 1 }

  private var name: String { source.info.name }

  // MARK: All sound

  /// Reads all sound, reporting the position regularly, and returns its fingerprint.
  package func survey(progress: (MediaTime) -> Void) throws(MediaError) -> Fingerprint {
    let meter = FingerprintMeter(FFmpegTransforms())
    var coarse: any AudioConverter = try makeConverter(sampleRate: Fingerprint.sampleRate)
    var coarseCount = 0
    var silence: Int64 = 0
    var run: SampleRun?
    // Frames that have not been placed yet.
    var waiting: [DecodedFrame] = []
    func add(_ samples: [Float]) {
      coarseCount += samples.count
      for sample in samples where abs(sample) > peak { peak = abs(sample) }
      meter.add(samples)
    }
    func add(_ placements: [SampleRun.Placement]) throws(MediaError) {
      for placement in placements {
        let frame = waiting.removeFirst()
        silence = silence.addingReportingOverflow(max(placement.gap, 0)).partialValue
        guard (0...Self.greatestSilence * Int64(sampleRate)).contains(silence) else {
          throw MediaError(.decode, of: name, reason: .damaged)
        }
        if sampleCount > 0, placement.gap != 0 { hasGaps = true }
        let start = sampleCount + Int(placement.gap)
        sampleCount = max(sampleCount, start + placement.soundCount)
        if let ticks = frame.timing.presentationTicks {
          sampleIndex.append(ticks: ticks, sample: start)
        }
        frameLength = max(frameLength, placement.soundCount)
        // Silence, so that the fingerprint has the same length as the sound.
        let (seconds, rest) = start.quotientAndRemainder(dividingBy: sampleRate)
        let expected =
          seconds * Fingerprint.sampleRate + rest * Fingerprint.sampleRate / sampleRate
        var missing = expected - coarseCount - coarse.delay
        if missing > Fingerprint.sampleRate / 100 {
          var samples: [Float] = []
          coarse.finish(into: &samples)
          add(mixed(samples, coarse))
          missing = expected - coarseCount
          while missing > 0 {
            let part = min(missing, Fingerprint.sampleRate)
            add(Array(repeating: 0, count: part))
            missing -= part
          }
        }
        var samples: [Float] = []
        try coarse.convert(frame, into: &samples)
        add(mixed(samples, coarse))
      }
    }
    while let frame = try reader.next()?.frame {
      guard case .audio(let rate, let channels, _) = frame.format, rate > 0 else { continue }
      if channels > channelCount {
        channelCount = channels
        if mix == .uneven { coarse = try makeConverter(sampleRate: Fingerprint.sampleRate) }
      }
      let position = frame.timing.presentationTicks.map(track.time(ofTicks:))
      if run == nil {
        sampleRate = rate
        let start = zero ?? position ?? .zero
        zero = start
        run = SampleRun(from: start, sampleRate: rate, timebase: track.timebase)
      }
      waiting.append(frame)
      try add(run?.place(length(of: frame, rate: rate), at: position) ?? [])
      if let time = run?.end.subtracting(zero ?? .zero) { progress(time) }
    }
    try add(run?.settle(before: nil) ?? [])
    guard sampleCount > 0 else { throw MediaError(.decode, of: name, reason: .noSound) }
    return meter.fingerprint
  }

  /// Returns the number of samples of a frame at the rate of the sound.
  private func length(of frame: DecodedFrame, rate: Int) -> Int {
    let count = frame.timing.sampleCount ?? 0
    return rate == sampleRate ? count : Int(Double(count) * Double(sampleRate) / Double(rate))
  }

  // MARK: Reading in any order

  package func read(from start: Int, count: Int) throws(MediaError) -> [Float] {
    let range = max(start, 0)..<max(min(start + count, sampleCount), max(start, 0))
    if !range.isEmpty { try fill(range) }
    var samples = [Float](repeating: 0, count: count)
    let common = range.clamped(to: bufferStart..<bufferStart + buffer.count)
    if !common.isEmpty {
      let values = buffer[common.lowerBound - bufferStart..<common.upperBound - bufferStart]
      samples.replaceSubrange(common.lowerBound - start..<common.upperBound - start, with: values)
    }
    return samples
  }

  /// Decodes until the buffer has all of a range that is not silent.
  private func fill(_ range: Range<Int>) throws(MediaError) {
    let known = next.map { bufferStart...$0 + Self.greatestSkip * sampleRate }
    if known?.contains(range.lowerBound) == true {
      let unused = min(range.lowerBound - bufferStart, buffer.count)
      buffer.removeFirst(unused)
      bufferStart += unused
    } else {
      try seek(to: range.lowerBound)
    }
    while bufferStart + buffer.count < range.upperBound {
      let waiting = pending.take()
      guard let frame = waiting == nil ? try nextSamples(for: range.lowerBound) : waiting
      else { return }
      if frame.start >= range.upperBound {
        pending = frame
        return
      }
      append(frame, from: range.lowerBound)
    }
  }

  /// Appends a frame to the buffer, whose earlier part before `start` is not needed.
  private func append(_ frame: (start: Int, samples: [Float]), from start: Int) {
    let end = frame.start + frame.samples.count
    guard end > start else { return }
    if bufferStart + buffer.count < start || buffer.isEmpty {
      (buffer, bufferStart) = ([], max(frame.start, start))
    }
    let gap = frame.start - (bufferStart + buffer.count)
    if gap > 0 { buffer += [Float](repeating: 0, count: gap) }
    if -gap < frame.samples.count { buffer += frame.samples[max(-gap, 0)...] }
  }

  private func seek(to sample: Int) throws(MediaError) {
    // Only some timestamps are known in long media.
    let lead = sampleIndex.stride > 1 ? sampleIndex.stride * frameLength : 0
    let start = MediaTime(
      ticks: Int64(max(sample - lead, 0)), timebase: Timebase(1, Int32(clamping: sampleRate)))
    try source.seek(to: (zero ?? .zero).adding(start) ?? start)
    reader.reset()
    converter?.reset()
    (buffer, bufferStart, pending, next) = ([], sample, nil, nil)
  }

  /// Decodes the next frame whose index is known, for a sample that is needed.
  private func nextSamples(
    for wanted: Int
  ) throws(MediaError) -> (start: Int, samples: [Float])? {
    while let frame = try reader.next()?.frame {
      guard case .audio(let rate, _, _) = frame.format, rate > 0 else { continue }
      let ticks = frame.timing.presentationTicks
      let count = length(of: frame, rate: rate)
      var start = ticks.flatMap(sampleIndex.sample(at:)) ?? next
      if start == nil, let ticks {
        let estimate = estimatedSample(at: ticks)
        // Soon a timestamp is known, unless the sound begins there.
        if estimate + count <= wanted { continue }
        start = estimate
      }
      guard let start else { continue }
      let converter = try nativeConverter()
      var samples: [Float] = []
      try converter.convert(frame, into: &samples)
      samples = mixed(samples, converter)
      for index in samples.indices where !(abs(samples[index]) <= Self.greatestValue) {
        samples[index] = 0
      }
      next = start + samples.count
      return (start, samples)
    }
    return nil
  }

  private func nativeConverter() throws(MediaError) -> any AudioConverter {
    if let converter { return converter }
    let made = try makeConverter(sampleRate: sampleRate)
    converter = made
    return made
  }

  /// Makes a converter to one channel, or to those that are mixed here.
  private func makeConverter(sampleRate: Int) throws(MediaError) -> any AudioConverter {
    let count = mix == .usual ? 1 : channelCount
    return try decoder.makeAudioConverter(
      to: AudioFormat(sampleRate: sampleRate, channelCount: count))
  }

  /// Mixes what a converter returned to one channel.
  private func mixed(_ samples: [Float], _ converter: any AudioConverter) -> [Float] {
    let count = converter.format.channelCount
    if count == 1 { return samples }
    return stride(from: 0, to: samples.count - count + 1, by: count).map { first in
      (0..<count).reduce(0) { $0 + samples[first + $1] / Float($1 + 1) }
    }
  }

  /// Returns the sample that a timestamp alone gives.
  private func estimatedSample(at ticks: Int64) -> Int {
    let time = track.time(ofTicks: ticks).subtracting(zero ?? .zero)
    let timebase = Timebase(1, Int32(clamping: sampleRate))
    return Int(
      clamping: time?.converted(to: timebase, rounding: .toNearestOrEven)?.ticks ?? 0)
  }
}
