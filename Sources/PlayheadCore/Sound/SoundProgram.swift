import Audio
import Media
import Timekeeping

/// The sound in the order of hearing: the position of each frame.
///
/// Frames are counted from 0 at a restart, before they are stretched. At the seam of a loop a new
/// course begins; the frames go on.
struct SoundProgram {
  private struct Course {
    var pass: Int
    /// The position of its first frame.
    var start: MediaTime
    var firstFrame: Int64
  }

  let sampleRate: Int
  private let timebase: Timebase
  private var run: SampleRun
  private var courses: [Course]
  /// The number of frames until now.
  private(set) var count: Int64 = 0

  /// - Parameter timebase: the timebase of the timestamps.
  init(_ course: SoundCourse, sampleRate: Int, timebase: Timebase) {
    (self.sampleRate, self.timebase) = (sampleRate, timebase)
    run = SampleRun(from: course.start, sampleRate: sampleRate, timebase: timebase)
    courses = [Course(pass: course.pass, start: course.start, firstFrame: 0)]
  }

  /// The position after the last frame.
  var end: MediaTime { run.end }

  // MARK: Input

  /// Adds decoded sound.
  ///
  /// - Parameters:
  ///   - soundCount: The number of its frames.
  ///   - position: The position of the first one; nil if it follows the sound before.
  /// - Returns: The number of frames of silence before it; a negative number of frames at its start are
  ///   left out.
  mutating func place(_ soundCount: Int, at position: MediaTime?) -> Int64 {
    let gap = run.place(soundCount, at: position)
    let kept = Int64(soundCount) + min(gap, 0)
    guard kept > 0 else { return gap }
    count += max(gap, 0)
    let last = courses[courses.count - 1]
    let start = run.end.subtracting(time(ofFrames: kept)) ?? last.start
    if start != self.position(after: count, of: last) {
      if last.firstFrame == count { courses.removeLast() }
      courses.append(Course(pass: last.pass, start: start, firstFrame: count))
    }
    count += kept
    return gap
  }

  /// Adds frames of silence; a negative number removes the last frames.
  mutating func add(_ frameCount: Int64) {
    run.add(frameCount)
    count += frameCount
  }

  /// Returns how many frames are missing until a position; negative if there are more.
  func frames(until position: MediaTime) -> Int64 { run.frames(until: position) }

  private func position(after frame: Int64, of course: Course) -> MediaTime {
    time(ofFrames: frame - course.firstFrame).adding(course.start) ?? course.start
  }

  func time(ofFrames count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: Timebase(1, Int32(clamping: sampleRate)))
  }

  /// Begins the next course after the last frame.
  mutating func begin(_ course: SoundCourse) {
    courses.append(Course(pass: course.pass, start: course.start, firstFrame: count))
    run = SampleRun(from: course.start, sampleRate: sampleRate, timebase: timebase)
  }

  // MARK: Output

  /// Returns the segments of a piece of output, divided where courses begin.
  mutating func segments(of piece: TimeStretch.Piece) -> [SoundSegment] {
    var segments: [SoundSegment] = []
    var offset = piece.framesBefore
    let end = offset + piece.frameCount
    while offset < end {
      dropCourses(before: piece.inputStart + Self.inputFrames(before: offset, piece.rate))
      var count = end - offset
      if courses.count > 1 {
        let seam = Self.outputFrames(until: courses[1].firstFrame - piece.inputStart, piece.rate)
        count = min(count, max(seam - offset, 1))
      }
      segments.append(
        SoundSegment(
          pass: courses[0].pass, origin: position(after: piece.inputStart, of: courses[0]),
          rate: piece.rate, sampleRate: sampleRate, offset: offset, frameCount: Int(count)))
      offset += count
    }
    return segments
  }

  private mutating func dropCourses(before frame: Int64) {
    while courses.count > 1, courses[1].firstFrame <= frame { courses.removeFirst() }
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
