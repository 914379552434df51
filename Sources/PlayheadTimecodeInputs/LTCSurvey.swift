import PlayheadMedia
import PlayheadTimecode
import PlayheadTimekeeping

/// Finds the linear timecode of one channel: where it begins, its rate, its drift against the samples, and its breaks.
package struct LTCSurvey: Sendable {
  /// A place where a label does not follow the one before.
  package struct Break: Hashable, Sendable {
    /// The position in the media at which the frame begins.
    package var position: MediaTime
    /// The label of the frame.
    package var timecode: String
  }

  /// What a channel has.
  package struct Summary: Hashable, Sendable {
    /// The label of the first frame.
    package var timecode: String
    /// The time of day of that label.
    package var timeOfDay: MediaTime
    /// The position in the media at which that frame begins.
    package var position: MediaTime
    package var rate: TimecodeRate
    /// By how many millionths the code is faster than the samples.
    package var drift: Double
    /// The first breaks.
    package var breaks: [Break]
    package var breakCount: Int
  }

  /// The number of frames in order that are believed.
  private static let leastCount = 4
  /// The number of breaks that are kept.
  private static let greatestCount = 100

  /// The frames that follow each other, until there are enough.
  private var first: [(sighting: TimecodeSighting, position: MediaTime)] = []
  private var rate: TimecodeRate?
  private var last: TimecodeSighting?
  /// A frame that does not follow the last one, until another one follows it.
  private var candidate: (sighting: TimecodeSighting, position: MediaTime)?
  /// The start of the frames in order, and the quarter frames since then.
  private var start: TimecodeSighting?
  private var way: Int64 = 0
  /// The longest such part: its quarter frames and nanoseconds.
  private var longest: (way: Int64, elapsed: Int128) = (0, 0)
  private var breaks: [Break] = []
  private var breakCount = 0

  /// Creates the survey of a channel without code.
  package init() {}

  /// Adds a frame, as it is seen at its end, with the position of its start in the media.
  package mutating func add(_ sighting: TimecodeSighting, at position: MediaTime) {
    guard let rate, let before = last else { return search(sighting, position) }
    if rate.way(through: [before, sighting]) == 4 {
      (last, candidate) = (sighting, nil)
      way += 4
      return extend(to: sighting)
    }
    guard let candidate, rate.way(through: [candidate.sighting, sighting]) == 4 else {
      candidate = (sighting, position)
      return
    }
    breakCount += 1
    if breaks.count < Self.greatestCount {
      breaks.append(
        Break(position: candidate.position, timecode: Self.label(candidate.sighting, rate).text))
    }
    (last, start, way, self.candidate) = (sighting, candidate.sighting, 4, nil)
    extend(to: sighting)
  }

  private mutating func search(_ sighting: TimecodeSighting, _ position: MediaTime) {
    first.append((sighting, position))
    let sightings = first.map(\.sighting)
    let found = TimecodeRate.rate(of: sightings, among: TimecodeRate.all, tolerance: 0)
    if first.count > 1, found.flatMap({ $0.way(through: sightings) }) != Int64(first.count - 1) * 4
    {
      first = [(sighting, position)]
    }
    guard first.count == Self.leastCount, let found else { return }
    // Where the very first frame begins, libltc only estimates.
    let length = first[2].position.subtracting(first[1].position) ?? .zero
    first[0].position = max(first[1].position.subtracting(length) ?? .zero, .zero)
    (rate, last, start) = (found, sighting, first[0].sighting)
    way = Int64(first.count - 1) * 4
    extend(to: sighting)
  }

  private mutating func extend(to sighting: TimecodeSighting) {
    guard let start else { return }
    let elapsed = sighting.signalInstant.nanoseconds(after: start.signalInstant)
    if elapsed > longest.elapsed { longest = (way, elapsed) }
  }

  /// The result; nil if there is no code.
  package var summary: Summary? {
    guard let rate, let begin = first.first else { return nil }
    let length = Double(longest.way) * Double(rate.frame.numerator) * 1e9
    let ideal = length / (4 * Double(rate.frame.denominator))
    let label = Self.label(begin.sighting, rate)
    return Summary(
      timecode: label.text, timeOfDay: rate.position(at: 4 * label.frame), position: begin.position,
      rate: rate,
      drift: longest.elapsed > 0 ? (ideal / Double(longest.elapsed) - 1) * 1e6 : 0,
      breaks: breaks, breakCount: breakCount)
  }

  private static func label(_ sighting: TimecodeSighting, _ rate: TimecodeRate) -> Timecode {
    let place = sighting.quarterFrame(in: rate.base) ?? 0
    return Timecode(frame: (place - sighting.quarters) / 4, base: rate.base)
  }
}
