import Audio
import Media
import Timekeeping

/// The sound in the order of hearing: the position of each frame.
///
/// Frames are counted from 0 at a restart, before they are stretched. At the seam of a loop a new
/// course begins; the frames go on.
struct SoundProgram {
  /// Frames that follow each other in the media.
  private struct Run {
    var course: SoundCourse
    var firstFrame: Int64
  }

  let sampleRate: Int
  private let timebase: Timebase
  private var placing: SampleRun
  /// The runs that are not written yet, and the present one.
  private var runs: [Run]
  /// The number of frames until now.
  private(set) var count: Int64 = 0

  /// - Parameter timebase: the timebase of the timestamps.
  init(_ course: SoundCourse, sampleRate: Int, timebase: Timebase) {
    (self.sampleRate, self.timebase) = (sampleRate, timebase)
    placing = SampleRun(from: course.start, sampleRate: sampleRate, timebase: timebase)
    runs = [Run(course: course, firstFrame: 0)]
  }

  /// The position after the last frame.
  var end: MediaTime { placing.end }

  /// The pass of the last frame.
  var pass: Int { last.course.pass }

  private var last: Run { runs[runs.count - 1] }

  // MARK: Input

  /// Adds decoded sound.
  ///
  /// - Parameters:
  ///   - soundCount: The number of its frames.
  ///   - position: The position of the first one; nil if it follows the sound before.
  /// - Returns: The number of frames of silence before it; a negative number of frames at its start are
  ///   left out.
  mutating func place(_ soundCount: Int, at position: MediaTime?) -> Int64 {
    let gap = placing.place(soundCount, at: position)
    let kept = Int64(soundCount) + min(gap, 0)
    guard kept > 0 else { return gap }
    count += max(gap, 0)
    let last = last
    let start = placing.end.subtracting(time(ofFrames: kept)) ?? last.course.start
    if start != self.position(after: count, of: last) {
      if last.firstFrame == count { runs.removeLast() }
      runs.append(Run(course: .init(pass: last.course.pass, start: start), firstFrame: count))
    }
    count += kept
    return gap
  }

  /// Adds frames of silence; a negative number removes the last frames.
  mutating func add(_ frameCount: Int64) {
    placing.add(frameCount)
    count += frameCount
  }

  /// Expects sound from before the end again.
  mutating func resynchronize() { placing.resynchronize() }

  /// Returns how many frames are missing until a position; negative if there are more.
  func frames(until position: MediaTime) -> Int64 { placing.frames(until: position) }

  private func position(after frame: Int64, of run: Run) -> MediaTime {
    time(ofFrames: frame - run.firstFrame).adding(run.course.start) ?? run.course.start
  }

  func time(ofFrames count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: Timebase(1, Int32(clamping: sampleRate)))
  }

  /// Begins the next course after the last frame.
  mutating func begin(_ course: SoundCourse) {
    runs.append(Run(course: course, firstFrame: count))
    placing = SampleRun(from: course.start, sampleRate: sampleRate, timebase: timebase)
  }

  // MARK: Output

  /// Returns the segments of a piece of output, divided where runs begin.
  mutating func segments(of piece: TimeStretch.Piece) -> [SoundSegment] {
    var segments: [SoundSegment] = []
    var offset = piece.framesBefore
    let end = offset + piece.frameCount
    while offset < end {
      dropRuns(before: piece.inputStart + Self.inputFrames(before: offset, piece.rate))
      var count = end - offset
      if runs.count > 1 {
        let seam = Self.outputFrames(until: runs[1].firstFrame - piece.inputStart, piece.rate)
        count = min(count, max(seam - offset, 1))
      }
      segments.append(
        SoundSegment(
          pass: runs[0].course.pass, origin: position(after: piece.inputStart, of: runs[0]),
          rate: piece.rate, sampleRate: sampleRate, offset: offset, frameCount: Int(count)))
      offset += count
    }
    return segments
  }

  private mutating func dropRuns(before frame: Int64) {
    while runs.count > 1, runs[1].firstFrame <= frame { runs.removeFirst() }
  }

  /// Returns how many whole frames of input are before a frame of output.
  private static func inputFrames(before frame: Int64, _ rate: Rate) -> Int64 {
    Int64(clamping: Int128(frame) * Int128(rate.numerator) / Int128(rate.denominator))
  }

  /// Returns the first frame of output at or after a frame of input.
  private static func outputFrames(until frame: Int64, _ rate: Rate) -> Int64 {
    let product = Int128(frame) * Int128(rate.denominator)
    return Int64(clamping: product.divided(by: Int128(rate.numerator), rounding: .up))
  }
}
