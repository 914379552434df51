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
  /// The sample rate of the last frame, unless that is damaged.
  private var rate: Int32?
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

  /// Whether a frame has another sample rate than the one before.
  func isOther(_ payload: UnsafeRawBufferPointer) -> Bool {
    guard let rate, let length = length(payload) else { return false }
    return length.rate != rate
  }

  /// Gives a frame its own time and length, if those of libavformat may be others.
  ///
  /// - Parameter following: The next frame, which confirms another sample rate. Otherwise the header is damaged.
  mutating func correct(
    _ timing: inout PacketTiming, _ payload: UnsafeRawBufferPointer,
    before following: UnsafeRawBufferPointer?
  ) {
    guard timing.track == track.index, let ticks = timing.presentationTicks else { return }
    let own = length(payload)
    let isNew =
      rate != nil && own.map { $0.rate != rate } ?? false
      && following.flatMap(length)?.rate == own?.rate
    rate = isNew ? own?.rate : rate ?? own?.rate
    // libavformat may have taken a tag or damaged bytes for a frame.
    let duration = own.flatMap(self.ticks(of:)) ?? max(timing.durationTicks ?? 0, 0)
    if shifts.isEmpty, !isNew {
      next = MovieFragments.sum(ticks, timing.durationTicks ?? duration)
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
    timing.durationTicks = duration
    next = MovieFragments.sum(start, duration)
  }

  /// Returns the length of a frame at the present sample rate.
  private func ticks(of frame: (rate: Int32, count: Int64)) -> Int64? {
    Timebase(reducing: 1, Int64(rate ?? frame.rate)).flatMap {
      MediaTime(ticks: frame.count, timebase: $0)
        .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
    }
  }

  /// Returns the time by which libavformat knows a time.
  func original(_ time: MediaTime) -> MediaTime {
    let shift = shifts.last { track.time(ofTicks: $0.start) <= time }?.ticks ?? 0
    return time.subtracting(track.time(ofTicks: shift)) ?? time
  }

  /// Returns the sample rate and the number of samples in a frame.
  private func length(_ payload: UnsafeRawBufferPointer) -> (rate: Int32, count: Int64)? {
    if track.codec == "aac" {
      return ADTSHeader(payload).map { ($0.sampleRate, $0.sampleCount) }
    }
    return AudioFrameHeader(payload).map { ($0.sampleRate, Int64($0.sampleCount)) }
  }
}
