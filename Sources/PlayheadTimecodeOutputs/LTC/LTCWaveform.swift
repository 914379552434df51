import PlayheadTimecode
import PlayheadTimekeeping

/// Linear timecode as a function of the position: the level of the code at any instant.
///
/// A frame has an even number of ones, so each frame begins with the same level, and the code follows a device whose
/// clock deviates, and a playhead that is corrected, by moving the edges a little. libltc makes whole frames from
/// a whole sample on.
///
/// After the playhead has moved there is silence until the next frame begins, so that no frame has parts of two.
struct LTCWaveform {
  /// A part of the course of the playhead. A single frame has an end.
  private struct Segment {
    var start: HostInstant
    var line: Timeline
    var end = HostInstant(nanoseconds: .max)
    var isSingleFrame = false

    /// Begins a single frame soon after a move, with half a bit around it: decoders know a bit by its edges.
    mutating func begin(_ counter: TimecodeCounter, at instant: HostInstant) {
      guard isSingleFrame, end.nanoseconds == .max else { return }
      let frame = counter.step(partsPerFrame: 1)
      let halfBit = counter.step(partsPerFrame: Int32(LTCHalves.count))
      let number = counter.number(at: line.mediaAnchor)
      start = max(start, instant)
      line = Timeline(
        mediaAnchor: frame.multiplied(by: number)?.subtracting(halfBit) ?? line.mediaAnchor,
        hostAnchor: start, rate: .normal)
      let next = number < .max ? frame.multiplied(by: number + 1)?.adding(halfBit) : nil
      end = next.flatMap(line.instant) ?? start
    }
  }

  /// The place in the code before a sample.
  private struct CodePosition {
    var frame: Int64
    /// In half bits since the frame began.
    var offset: Double

    func distance(to other: CodePosition) -> Double {
      Double(other.frame) * Double(LTCHalves.count) - Double(frame) * Double(LTCHalves.count)
        + other.offset - offset
    }
  }

  /// The level of the code: half of full scale, 6 dB below it.
  private static let amplitude = 0.5
  /// The half bits beyond which a distance is a move; a smaller one is corrected, at most by this share of the speed.
  private static let tolerance = 0.5
  private static let greatestCorrection = 0.05
  /// The number of courses that may wait because of a delay.
  private static let capacity = 4_096

  private let counter: TimecodeCounter
  private let userBits: UInt32
  /// In nanoseconds.
  private let delay: Int64
  private var segments: [Segment] = []
  private var isMoving: Bool?
  private var halves: LTCHalves
  /// Where the code continues, and the number of the sample there.
  private var next: (sample: Int64, place: CodePosition)?
  /// Whether there is silence until the next frame begins.
  private var isSilent = true

  init(_ counter: TimecodeCounter, userBits: UInt32 = 0, delay: Duration) {
    (self.counter, self.userBits) = (counter, userBits)
    self.delay = HostInstant(nanoseconds: 0).advanced(by: delay).nanoseconds
    halves = LTCHalves(0, counter, userBits: userBits)
  }

  /// Records the course of the playhead. It is not earlier than the previous course.
  mutating func record(_ course: PlayheadCourse) {
    let anchor = course.instant.advanced(byNanoseconds: delay)
    let start = max(anchor, course.instant)
    var segment = Segment(
      start: start,
      line: Timeline(mediaAnchor: course.position, hostAnchor: anchor, rate: course.rate))
    if course.change == .stopped, isMoving == false {
      segment.isSingleFrame = true
      segment.line = Timeline(mediaAnchor: course.position, hostAnchor: start, rate: .normal)
    }
    if let change = course.change { isMoving = change != .stopped }
    if segments.count == Self.capacity { segments.removeFirst() }
    segments.append(segment)
  }

  /// Returns samples between two instants. Earlier courses are forgotten.
  mutating func samples(
    _ count: Int, from first: Int64, heardFrom start: HostInstant, until end: HostInstant
  ) -> [Float] {
    let current = segments.lastIndex { $0.start <= start } ?? 0
    segments.removeFirst(min(current, segments.count))
    for index in segments.indices { segments[index].begin(counter, at: start) }
    var samples = [Float](repeating: 0, count: count)
    let perSample = start.duration(to: end) / .nanoseconds(1) / Double(count)
    func index(_ instant: HostInstant) -> Int {
      let distance = Double(instant.nanoseconds) - Double(start.nanoseconds)
      return min(max(Int(Int64(nearest: (distance / perSample).rounded(.up))), 0), count)
    }
    for (number, segment) in segments.enumerated() where !segment.line.rate.isPaused {
      let following = number + 1 < segments.count ? segments[number + 1].start : segment.end
      let lower = index(segment.start)
      let range = lower..<max(lower, index(min(following, segment.end)))
      guard !range.isEmpty else { continue }
      func place(_ index: Int) -> CodePosition? {
        let nanoseconds = Int64(nearest: Double(index) * perSample)
        return self.codePosition(
          segment.line.position(at: start.advanced(byNanoseconds: nanoseconds)))
      }
      guard let from = place(range.lowerBound), let to = place(range.upperBound) else { continue }
      fill(&samples, range, first, from, to, isSingleFrame: segment.isSingleFrame)
    }
    return samples
  }

  private func codePosition(_ position: MediaTime) -> CodePosition? {
    let frame = counter.step(partsPerFrame: 1)
    let number = position.wholeMultiples(of: frame)
    guard let rest = frame.multiplied(by: number).flatMap({ position.subtracting($0) }) else {
      return nil
    }
    return CodePosition(
      frame: number, offset: rest.seconds / frame.seconds * Double(LTCHalves.count))
  }

  /// Fills a range with the code between two places.
  private mutating func fill(
    _ samples: inout [Float], _ range: Range<Int>, _ first: Int64, _ from: CodePosition,
    _ to: CodePosition,
    isSingleFrame: Bool
  ) {
    var place = from
    var step = from.distance(to: to) / Double(range.count)
    let (start, end) = (first + Int64(range.lowerBound), first + Int64(range.upperBound))
    if let next, next.sample == start, abs(from.distance(to: next.place)) <= Self.tolerance {
      place = next.place
      let limit = abs(step) * Self.greatestCorrection
      let corrected = place.distance(to: to) / Double(range.count)
      step = min(max(corrected, step - limit), step + limit)
    } else {
      // A sample may begin a little after its frame.
      isSilent = !isSingleFrame && from.offset > step
    }
    load(place.frame)
    var (sum, base) = (halves.sum(until: place.offset), 0.0)
    for index in range {
      place.offset += step
      while place.offset >= Double(LTCHalves.count) {
        // Before the frame there is silence, if any.
        if isSilent { sum = halves.total + base }
        isSilent = false
        base += halves.total
        place.offset -= Double(LTCHalves.count)
        place.frame = min(place.frame, .max - 1) + 1
        load(place.frame)
      }
      let following = base + halves.sum(until: place.offset)
      if !isSilent, step > 0 {
        samples[index] = Float((following - sum) / step * Self.amplitude)
      }
      sum = following
    }
    next = (end, place)
  }

  private mutating func load(_ frame: Int64) {
    if halves.number != frame { halves = LTCHalves(frame, counter, userBits: userBits) }
  }
}

/// The bits of a frame of linear timecode, as the level of each half, which is -1 or 1.
struct LTCHalves {
  static let count = 160

  /// The number of the frame.
  let number: Int64
  private let levels: [Double]
  /// The sum of the levels before each half.
  private let sums: [Double]

  init(_ number: Int64, _ counter: TimecodeCounter, userBits: UInt32) {
    self.number = number
    var level = -1.0
    let bytes = LTCFrame(counter.timecode(ofFrame: number), userBits: userBits).bytes
    levels = bytes.flatMap { byte in
      (0..<8).flatMap { bit -> [Double] in
        level = -level
        let first = level
        if byte >> bit & 1 == 1 { level = -level }
        return [first, level]
      }
    }
    var sum = 0.0
    sums = levels.map { level in
      defer { sum += level }
      return sum
    }
    total = sum
  }

  /// The sum of all levels.
  let total: Double

  /// Returns the sum of the levels from the beginning until a place in half bits.
  func sum(until offset: Double) -> Double {
    let index = min(max(Int(offset), 0), Self.count - 1)
    return sums[index] + levels[index] * (offset - Double(index))
  }
}
