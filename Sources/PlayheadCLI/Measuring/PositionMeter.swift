import PlayheadKit

/// Measures the positions in the lines that a program writes.
///
/// What other lines tell by their first number is no position once there are lines that are known
/// to tell one: a program that writes those writes much else.
struct PositionMeter {
  private let parser: PositionParser
  private var known: UpdateTimingMeter
  private var guessed: UpdateTimingMeter
  private var hasKnown = false
  /// The last line that is not known to tell a position.
  private(set) var lastOtherLine: String?

  init(_ options: MeasureOptions) {
    parser = PositionParser(options)
    let expected = options.interval.map { Duration.nanoseconds($0.nanoseconds(rounding: .up)) }
    known = UpdateTimingMeter(expected: expected)
    guessed = known
  }

  /// Takes in a line that came at an instant.
  mutating func add(_ line: String, at instant: HostInstant) {
    switch parser.position(in: line) {
    case .known(let position)?:
      hasKnown = true
      known.add(position: position, at: instant)
    case .guessed(let position)?:
      lastOtherLine = line
      if !hasKnown { guessed.add(position: position, at: instant) }
    case nil: lastOtherLine = line
    }
  }

  /// Nil before there were two positions.
  var report: UpdateTimingReport? { hasKnown ? known.report : guessed.report }
}
