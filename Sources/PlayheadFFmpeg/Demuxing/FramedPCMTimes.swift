import PlayheadMedia
import PlayheadTimekeeping

/// The times of LPCM in MPEG program streams. A packet has the time of the first frame that begins in it, which
/// libavformat takes for that of its first sample.
///
/// Samples are counted while each frame may begin in its packet.
struct FramedPCMTimes {
  /// The tolerance of a rounded time, in ticks of 90 kHz.
  private static let tolerance: Int64 = 2

  private let timebase: Timebase
  private let samples: Timebase
  /// The time of a packet that continues none, the number of samples from there to the end of the last packet, and the
  /// length of the longest one in ticks.
  private var last: (start: Int64, sampleCount: Int64, longest: Int64)?

  /// Returns nil for other containers and codecs.
  init?(_ track: MediaTrack, container: String) {
    guard container == "mpeg", track.codec == "pcm_dvd",
      let samples = track.sampleRate.flatMap({ Timebase(reducing: 1, Int64($0)) })
    else { return nil }
    (timebase, self.samples) = (track.timebase, samples)
  }

  /// Corrects the time and the duration of a packet.
  mutating func correct(_ timing: inout PacketTiming, _ payload: UnsafeRawBufferPointer) {
    guard let ticks = timing.presentationTicks, let count = SoundFrame.countOfDVD(payload) else {
      return last = nil
    }
    var (start, before, longest) = last ?? (ticks, 0, 0)
    // The last packet may be shorter than the frame of another one.
    longest = max(longest, time(of: count, from: 0) ?? 0)
    if let counted = time(of: before, from: start),
      (-Self.tolerance...longest + Self.tolerance)
        .contains(MovieFragments.distance(from: counted, to: ticks))
    {
      (timing.presentationTicks, timing.decodeTicks) = (counted, counted)
    } else {
      (start, before) = (ticks, 0)
    }
    last = (start, before + count, longest)
    guard let first = timing.presentationTicks, let end = time(of: before + count, from: start)
    else { return }
    timing.durationTicks = MovieFragments.distance(from: first, to: end)
  }

  private func time(of sampleCount: Int64, from start: Int64) -> Int64? {
    let length = MediaTime(ticks: sampleCount, timebase: samples)
      .converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    guard let (sum, overflow) = length.map(start.addingReportingOverflow) else { return nil }
    return overflow ? nil : sum
  }
}
