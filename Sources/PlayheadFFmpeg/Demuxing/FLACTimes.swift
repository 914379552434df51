import PlayheadMedia
import PlayheadTimekeeping

/// The times of FLAC in ASF and WTV. libavformat's parser returns a frame when it has seen the next ten, and gives it
/// the time of one of these, except the first.
///
/// Frames are counted, while the times that libavformat has given the last ones contain the time that follows. After
/// a pause, and in another recording, the first of these times is that of the frame.
struct FLACTimes {
  /// The number of frames from one with the time of a later frame to that frame, with both.
  private static let reach = 10

  private let timebase: Timebase
  private let samples: Timebase
  /// The time of a frame that continues none, and the number of samples from there to the end of the last frame.
  private var last: (start: Int64, sampleCount: Int64)?
  /// The times that libavformat has given the last frames, without the first of all.
  private var given: [Int64] = []
  /// The number of samples in the longest frame.
  private var longest: Int64 = 0

  /// Returns nil for other containers and codecs.
  init?(_ track: MediaTrack, container: String) {
    guard ["asf", "wtv"].contains(container), track.codec == "flac",
      let samples = track.sampleRate.flatMap({ Timebase(reducing: 1, Int64($0)) })
    else { return nil }
    (timebase, self.samples) = (track.timebase, samples)
  }

  /// Corrects the time of a packet. Returns whether it was wrong.
  mutating func correct(_ timing: inout PacketTiming, _ payload: UnsafeRawBufferPointer) -> Bool {
    guard let ticks = timing.presentationTicks,
      let count = SoundFrame.sampleCount(payload, codec: "flac"), count > 0
    else { return false }
    longest = max(longest, count)
    guard let (start, sampleCount) = last, let expected = time(of: sampleCount, from: start) else {
      last = (ticks, count)
      return false
    }
    if given.count == Self.reach { given.removeFirst() }
    given.append(ticks)
    var right = expected
    if continues(at: expected) {
      last = (start, sampleCount + count)
    } else {
      if given.count == Self.reach {
        right = given.first { $0 > expected } ?? given[0]
      } else {
        right = ticks
      }
      last = (right, count)
    }
    (timing.presentationTicks, timing.decodeTicks) = (right, right)
    return right != ticks
  }

  /// Whether the last frame may have a time. The times of the first frames are too late.
  private func continues(at expected: Int64) -> Bool {
    // Times are rounded to a tick.
    guard given.count == Self.reach else { return given.last.map { $0 >= expected - 1 } ?? true }
    let tolerance = (time(of: longest / 2, from: 0) ?? 0) + 1
    return given.contains {
      abs(MovieFragments.distance(from: expected, to: $0)) <= tolerance
    }
  }

  private func time(of sampleCount: Int64, from start: Int64) -> Int64? {
    let length = MediaTime(ticks: sampleCount, timebase: samples)
      .converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    guard let (sum, overflow) = length.map(start.addingReportingOverflow) else { return nil }
    return overflow ? nil : sum
  }
}
