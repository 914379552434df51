import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// The positions of the samples in the order in which they are heard.
///
/// Samples are counted from 0 at a restart, before they are stretched. At the seam of a loop a new
/// course begins, and counting continues.
struct SoundProgram {
  /// Samples that follow each other in the media.
  private struct Run {
    var course: SoundCourse
    var firstSample: Int64
  }

  let sampleRate: Int
  private let timebase: Timebase
  private var placing: SampleRun
  /// The run of the next sample to write, and those after it.
  private var runs: [Run]
  /// The number of samples until now.
  private(set) var count: Int64 = 0

  init(_ course: SoundCourse, sampleRate: Int, timebase: Timebase) {
    (self.sampleRate, self.timebase) = (sampleRate, timebase)
    placing = SampleRun(from: course.start, sampleRate: sampleRate, timebase: timebase)
    runs = [Run(course: course, firstSample: 0)]
  }

  /// The position after the last sample.
  var end: MediaTime { placing.end }

  /// The pass of the last sample.
  var pass: Int { last.course.pass }

  private var last: Run { runs[runs.count - 1] }

  // MARK: Input

  /// Adds sound, at a position or after the previous sound, and returns the placed sounds in order.
  ///
  /// Sound with an unexpected position waits for the next sound.
  mutating func place(_ soundCount: Int, at position: MediaTime?) -> [SampleRun.Placement] {
    count(placing.place(soundCount, at: position))
  }

  /// Places the sound that waits, before the sound at a position, or the end.
  mutating func settle(before next: MediaTime?) -> [SampleRun.Placement] {
    count(placing.settle(before: next))
  }

  private mutating func count(_ placements: [SampleRun.Placement]) -> [SampleRun.Placement] {
    for placement in placements {
      let kept = Int64(placement.soundCount) + min(placement.gap, 0)
      guard kept > 0 else { continue }
      count = Int64(clamping: Int128(count) + Int128(max(placement.gap, 0)))
      let last = last
      let start = placement.end.subtracting(time(ofSamples: kept)) ?? last.course.start
      if start != self.position(after: count, of: last) {
        if last.firstSample == count { runs.removeLast() }
        runs.append(Run(course: .init(pass: last.course.pass, start: start), firstSample: count))
      }
      count = Int64(clamping: Int128(count) + Int128(kept))
    }
    return placements
  }

  /// Adds samples of silence; a negative number removes the last samples. No sound may wait.
  mutating func add(_ sampleCount: Int64) {
    placing.add(sampleCount)
    count += sampleCount
  }

  /// Adds samples that were removed from the end.
  mutating func restore(_ sampleCount: Int64) {
    guard sampleCount > 0 else { return }
    placing.restore(sampleCount)
    count += sampleCount
  }

  /// Expects sound from before the end again.
  mutating func resynchronize() { placing.resynchronize() }

  /// Returns the number of samples missing until a position; negative if the last sample is beyond it.
  func samples(until position: MediaTime) -> Int64 { placing.samples(until: position) }

  private func position(after sample: Int64, of run: Run) -> MediaTime {
    time(ofSamples: sample - run.firstSample).adding(run.course.start) ?? run.course.start
  }

  func time(ofSamples count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: Timebase(1, Int32(clamping: sampleRate)))
  }

  /// Begins the next course after the last sample.
  mutating func begin(_ course: SoundCourse) {
    // Their samples were removed.
    while runs.count > 1, last.firstSample >= count { runs.removeLast() }
    runs.append(Run(course: course, firstSample: count))
    placing = SampleRun(from: course.start, sampleRate: sampleRate, timebase: timebase)
  }

  // MARK: Output

  /// Returns the segments of a piece of output, divided where runs begin.
  mutating func segments(of piece: TimeStretch.Piece) -> [SoundSegment] {
    var segments: [SoundSegment] = []
    var offset = piece.samplesBefore
    let end = offset + piece.sampleCount
    while offset < end {
      dropRuns(before: piece.inputStart + Self.inputSamples(before: offset, piece.rate))
      var count = end - offset
      if runs.count > 1 {
        let seam = Self.outputSamples(until: runs[1].firstSample - piece.inputStart, piece.rate)
        count = min(count, max(seam - offset, 1))
      }
      segments.append(
        SoundSegment(
          pass: runs[0].course.pass, origin: position(after: piece.inputStart, of: runs[0]),
          rate: piece.rate, sampleRate: sampleRate, offset: offset, sampleCount: Int(count)))
      offset += count
    }
    return segments
  }

  private mutating func dropRuns(before sample: Int64) {
    while runs.count > 1, runs[1].firstSample <= sample { runs.removeFirst() }
  }

  /// Returns the number of whole input samples before an output sample.
  private static func inputSamples(before sample: Int64, _ rate: Rate) -> Int64 {
    Int64(clamping: Int128(sample) * Int128(rate.numerator) / Int128(rate.denominator))
  }

  /// Returns the first output sample at or after an input sample.
  private static func outputSamples(until sample: Int64, _ rate: Rate) -> Int64 {
    let product = Int128(sample) * Int128(rate.denominator)
    return Int64(clamping: product.divided(by: Int128(rate.numerator), rounding: .up))
  }
}
