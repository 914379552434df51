import PlayheadTimecode
import PlayheadTimekeeping

/// Linear timecode as a function of the position: the level of the code at any instant.
///
/// A frame has an even number of ones, so each frame begins with the same level, and a device whose clock deviates,
/// or a playhead that is corrected, only shifts the edges. libltc makes whole frames from a whole sample on.
struct LTCWaveform {
  /// A part of the course of the playhead. A single frame has an end.
  private struct Segment {
    var start: HostInstant
    var line: Timeline
    var end = HostInstant(nanoseconds: .max)
  }

  /// The bits of a frame, as the level of each half.
  private struct Halves {
    static let count = 160
    let number: Int64
    let levels: [Float]

    init(_ number: Int64, _ counter: TimecodeCounter) {
      self.number = number
      var level: Float = -1
      let bytes = LTCFrame(counter.timecode(ofFrame: number)).bytes
      levels = bytes.flatMap { byte in
        (0..<8).flatMap { bit -> [Float] in
          level = -level
          let first = level
          if byte >> bit & 1 == 1 { level = -level }
          return [first, level]
        }
      }
    }
  }

  /// The level of the code: half of full scale, 6 dB below it.
  private static let amplitude: Float = 0.5
  /// How many levels are averaged in a sample, so that an edge is between two samples.
  private static let parts = 4

  private let counter: TimecodeCounter
  /// In nanoseconds.
  private let delay: Int64
  private var segments: [Segment] = []
  private var isMoving: Bool?
  private var halves: Halves

  init(_ counter: TimecodeCounter, delay: Duration) {
    self.counter = counter
    self.delay = HostInstant(nanoseconds: 0).advanced(by: delay).nanoseconds
    halves = Halves(0, counter)
  }

  /// Notes the course of the playhead. It is not earlier than the previous course.
  mutating func note(_ course: PlayheadCourse) {
    let anchor = course.instant.advanced(byNanoseconds: delay)
    let start = max(anchor, course.instant)
    var segment = Segment(
      start: start,
      line: Timeline(mediaAnchor: course.position, hostAnchor: anchor, rate: course.rate))
    if course.change == .stopped, isMoving == false {
      let frame = counter.step(partsPerFrame: 1)
      let number = counter.number(at: course.position)
      segment.line = Timeline(
        mediaAnchor: frame.multiplied(by: number) ?? course.position, hostAnchor: start,
        rate: .normal)
      let end = number < .max ? frame.multiplied(by: number + 1) : nil
      segment.end = end.flatMap(segment.line.instant) ?? start
    }
    if let change = course.change { isMoving = change != .stopped }
    segments.append(segment)
  }

  /// Returns samples from an instant on. Courses that were over before it are forgotten.
  mutating func samples(_ count: Int, from instant: HostInstant, sampleRate: Int) -> [Float] {
    let current = segments.lastIndex { $0.start <= instant } ?? 0
    segments.removeFirst(min(current, segments.count))
    var samples = [Float](repeating: 0, count: count)
    let perSample = 1e9 / Double(sampleRate)
    for (index, segment) in segments.enumerated() where !segment.line.rate.isPaused {
      let end =
        index + 1 < segments.count ? min(segments[index + 1].start, segment.end) : segment.end
      func place(_ instant: HostInstant, _ other: HostInstant) -> Int {
        let distance = Double(other.nanoseconds) - Double(instant.nanoseconds)
        return min(max(Int(Int64(nearest: (distance / perSample).rounded(.up))), 0), count)
      }
      let range =
        place(instant, segment.start)..<max(place(instant, segment.start), place(instant, end))
      fill(&samples, range, segment.line, from: instant, perSample)
    }
    return samples
  }

  private mutating func fill(
    _ samples: inout [Float], _ range: Range<Int>, _ line: Timeline, from instant: HostInstant,
    _ perSample: Double
  ) {
    guard let first = range.first else { return }
    let start = instant.advanced(byNanoseconds: Int64(nearest: Double(first) * perSample))
    let frame = counter.step(partsPerFrame: 1)
    let position = line.position(at: start)
    var number = position.wholeMultiples(of: frame)
    guard let place = frame.multiplied(by: number).flatMap({ position.subtracting($0) }) else {
      return
    }
    // In half bits.
    let scale = Double(Halves.count) / Double(frame.nanoseconds(rounding: .down))
    var offset = Double(place.nanoseconds(rounding: .down)) * scale
    let step = perSample * line.rate.doubleValue * scale / Double(Self.parts)
    for sample in range {
      var sum: Float = 0
      for _ in 0..<Self.parts {
        if offset >= Double(Halves.count) {
          offset -= Double(Halves.count)
          number = min(number, .max - 1) + 1
        }
        if halves.number != number { halves = Halves(number, counter) }
        sum += halves.levels[min(max(Int(offset), 0), Halves.count - 1)]
        offset += step
      }
      samples[sample] = sum / Float(Self.parts) * Self.amplitude
    }
  }
}
