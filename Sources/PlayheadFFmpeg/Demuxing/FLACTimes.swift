import PlayheadMedia
import PlayheadTimekeeping

/// The times of FLAC in ASF and WTV. libavformat's parser returns a frame when it has seen the next ten, and gives it
/// the time of one of these.
///
/// The number in each frame shows which frame it continues.
struct FLACTimes {
  private let timebase: Timebase
  private let samples: Timebase
  /// The time of a frame that continues none, the number of samples from there to the end of the last frame, and the
  /// number that a frame has which continues that.
  private var last: (start: Int64, sampleCount: Int64, next: Int64)?

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
      let (number, countsSamples) = SoundFrame.numberOfFLAC(payload),
      let count = SoundFrame.sampleCount(payload, codec: "flac")
    else {
      last = nil
      return false
    }
    let next = number + (countsSamples ? count : 1)
    guard let (start, sampleCount, expected) = last, expected == number,
      let right = time(of: sampleCount, from: start),
      case let (delay, overflow) = ticks.subtractingReportingOverflow(right),
      // Times are rounded to a tick.
      !overflow, delay >= -1
    else {
      last = (ticks, count, next)
      return false
    }
    last = (start, sampleCount + count, next)
    (timing.presentationTicks, timing.decodeTicks) = (right, right)
    return right != ticks
  }

  private func time(of sampleCount: Int64, from start: Int64) -> Int64? {
    let length = MediaTime(ticks: sampleCount, timebase: samples)
      .converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    guard let (sum, overflow) = length.map(start.addingReportingOverflow) else { return nil }
    return overflow ? nil : sum
  }
}
