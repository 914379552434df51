import PlayheadTimecode
import PlayheadTimekeeping

/// Finds the linear timecode of one channel: where it begins, its rate, its drift against the samples, and its breaks.
package struct LTCSurvey: Sendable {
  /// A label that does not follow the one before.
  package struct Break: Hashable, Sendable {
    /// The position in the media at which the frame begins.
    package var position: MediaTime
    /// The label of the frame.
    package var timecode: String
  }

  private typealias Frame = (sighting: TimecodeSighting, position: MediaTime)

  /// The number of frames in order that suffice as code, and of those that show the rate: the labels of two seconds.
  private static let (leastCount, rateCount) = (4, 60)
  /// The number of breaks that are kept.
  private static let greatestCount = 100

  /// The first breaks, and the number of all.
  package private(set) var breaks: [Break] = []
  package private(set) var breakCount = 0
  /// The first frames, each of which follows the one before.
  private var first: [Frame] = []
  /// Nil until there are enough frames.
  private var rate: TimecodeRate?
  private var last: TimecodeSighting?
  /// A frame that does not follow the last one, until another one follows it.
  private var candidate: Frame?
  /// The quarter frames between frames in order.
  private var way: Int64 = 0
  /// The start of those without a pause, and the quarter frames until then.
  private var origin: (sighting: TimecodeSighting, way: Int64)?
  /// The longest such part: its quarter frames and nanoseconds.
  private var longest: (way: Int64, elapsed: Int128) = (0, 0)
  /// The survey of forward code that follows code which runs backward, until its frames suffice; at most one.
  private var later: [LTCSurvey] = []

  /// Creates the survey of a channel without code.
  package init() {}

  /// The label of the first frame, and the position of its start; nil if there is no code.
  package var start: (label: Timecode, rate: TimecodeRate, position: MediaTime)? {
    rate.flatMap { rate in first.first.map { (Self.label($0, rate), rate, $0.position) } }
  }

  /// Whether all of the code runs backward. The survey begins again with forward code, but not the other way.
  package var isReversed: Bool { first.first?.sighting.motion == .backward }

  /// By how many millionths the code is faster than the samples.
  package var drift: Double {
    guard let rate, longest.elapsed > 0 else { return 0 }
    let length = Double(longest.way) * Double(rate.frame.numerator) * 1e9
    let ideal = length / (4 * Double(rate.frame.denominator))
    return (ideal / Double(longest.elapsed) - 1) * 1e6
  }

  /// Adds a frame, as it is seen at its end, with the position of its start in the media.
  package mutating func add(_ sighting: TimecodeSighting, at position: MediaTime) {
    if isReversed {
      var forward = later.first ?? LTCSurvey()
      forward.add(sighting, at: position)
      if forward.start != nil { return self = forward }
      later = sighting.motion == .forward ? [forward] : []
    }
    let frame = (sighting: sighting, position: position)
    if search(frame) { return }
    guard let rate, let before = last else { return first = [frame] }
    if rate.way(through: [before, sighting]) == 4 {
      way += 4
      let elapsed = sighting.signalInstant.nanoseconds(after: before.signalInstant)
      if !TimecodeSpeed.possible.contains(TimecodeSpeed.measured(4, in: elapsed, at: rate)) {
        // Libltc may complete the last frame before a pause only after it.
        (candidate, last, origin) = (nil, sighting, nil)
        return
      }
    } else if let candidate, rate.way(through: [candidate.sighting, sighting]) == 4 {
      breakCount += 1
      if breaks.count < Self.greatestCount {
        let label = Self.label(candidate, rate)
        breaks.append(Break(position: candidate.position, timecode: label.text))
      }
      origin = (candidate.sighting, way)
      way += 4
    } else {
      candidate = frame
      return
    }
    candidate = nil
    extend(to: sighting)
  }

  /// Adds a frame to the first ones, which show the rate. Returns whether it follows them.
  private mutating func search(_ frame: Frame) -> Bool {
    guard first.count < Self.rateCount, candidate == nil,
      last == nil || last == first.last?.sighting
    else { return false }
    let sightings = (first + [frame]).map(\.sighting)
    let found = TimecodeRate.rate(of: sightings, among: TimecodeRate.all, isExact: true)
    let way = Int64(first.count) * 4
    if !first.isEmpty, found?.way(through: sightings) != way || !isSteady(sightings) {
      return false
    }
    first.append(frame)
    guard first.count >= Self.leastCount, let found else { return true }
    if rate == nil {
      // Where the very first frame begins, libltc only estimates.
      let length = first[2].position.subtracting(first[1].position) ?? .zero
      first[0].position = max(first[1].position.subtracting(length) ?? .zero, .zero)
      origin = (first[0].sighting, 0)
    }
    (rate, self.way) = (found, way)
    extend(to: frame.sighting)
    return true
  }

  /// Returns whether the last frame comes when those before lead to expect it: otherwise a label is missing.
  private func isSteady(_ sightings: [TimecodeSighting]) -> Bool {
    let instants = sightings.map(\.signalInstant)
    guard sightings.count > Self.leastCount, let start = instants.first else { return true }
    let elapsed = instants[sightings.count - 2].nanoseconds(after: start)
    let rest = instants[sightings.count - 1].nanoseconds(after: start) - elapsed
    return rest * Int128(sightings.count - 2) * 2 < elapsed * 3
  }

  private mutating func extend(to sighting: TimecodeSighting) {
    last = sighting
    guard let origin else { return origin = (sighting, way) }
    let elapsed = sighting.signalInstant.nanoseconds(after: origin.sighting.signalInstant)
    if elapsed > longest.elapsed { longest = (way - origin.way, elapsed) }
  }

  private static func label(_ frame: Frame, _ rate: TimecodeRate) -> Timecode {
    let place = frame.sighting.quarterFrame(in: rate.base) ?? 0
    return Timecode(frame: (place - frame.sighting.quarters) / 4, base: rate.base)
  }
}
