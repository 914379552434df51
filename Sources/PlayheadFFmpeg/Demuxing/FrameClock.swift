import PlayheadMedia
import PlayheadTimekeeping

/// The times of raw frames of AAC and MPEG audio, if files of several sample rates were joined (`cat a b`).
/// libavformat counts all frames with the rate of the first ones. Each frame has a header with its own rate.
///
/// Behind the first frame of another rate, frames are counted here. After a seek, they go on from where they are known
/// to be: beyond what was read, as libavformat counts them.
struct FrameClock {
  /// From a frame on, how much later frames are than libavformat says, in ticks.
  private struct Shift {
    var offset: Int64
    var start: Int64
    var ticks: Int64
  }

  private let track: MediaTrack
  private var firstRate: Int32?
  /// Where the next frame begins; nil after a seek.
  private var next: Int64?
  private var shifts: [Shift] = []

  /// Returns nil for a track whose frames have times, or that has no frames of sound.
  init?(_ tracks: [MediaTrack], container: String) {
    guard ["aac", "mp3"].contains(container), let track = tracks.first(where: { $0.kind == .audio })
    else { return nil }
    self.track = track
  }

  /// Reading continues elsewhere.
  mutating func restart() { next = nil }

  /// Gives a frame its own time and length, if those of libavformat may be others.
  mutating func correct(_ timing: inout PacketTiming, _ payload: UnsafeRawBufferPointer) {
    guard timing.track == track.index, let ticks = timing.presentationTicks,
      let (rate, count) = Self.length(payload, isADTS: track.codec == "aac")
    else { return }
    let length = Timebase(reducing: 1, Int64(rate)).flatMap {
      MediaTime(ticks: count, timebase: $0).converted(
        to: track.timebase, rounding: .toNearestOrEven)
    }
    guard let length = length?.ticks else { return }
    let first = firstRate ?? rate
    firstRate = first
    if shifts.isEmpty, rate == first {
      next = MovieFragments.sum(ticks, timing.durationTicks ?? length)
      return
    }
    let offset = timing.byteOffset ?? 0
    let known = shifts.last { $0.offset <= offset }?.ticks ?? 0
    let start = next ?? MovieFragments.sum(ticks, known)
    if offset > shifts.last?.offset ?? -1 {
      let (shift, overflow) = start.subtractingReportingOverflow(ticks)
      if !overflow { shifts.append(Shift(offset: offset, start: start, ticks: shift)) }
    }
    (timing.presentationTicks, timing.decodeTicks) = (start, start)
    timing.durationTicks = length
    next = MovieFragments.sum(start, length)
  }

  /// Returns the time by which libavformat knows a time.
  func original(_ time: MediaTime) -> MediaTime {
    let shift = shifts.last { track.time(ofTicks: $0.start) <= time }?.ticks ?? 0
    return time.subtracting(track.time(ofTicks: shift)) ?? time
  }

  /// Returns the sample rate and the number of samples in a frame.
  private static func length(
    _ payload: UnsafeRawBufferPointer, isADTS: Bool
  ) -> (rate: Int32, count: Int64)? {
    if isADTS { return ADTSHeader(payload).map { ($0.sampleRate, $0.sampleCount) } }
    return AudioFrameHeader(payload).map { ($0.sampleRate, Int64($0.sampleCount)) }
  }
}
