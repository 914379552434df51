import PlayheadProcesses
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Measures the positions in the lines that a program writes.
///
/// After the first line of a known format, numbers in other lines are ignored.
struct PositionMeter {
  private let parser: PositionParser
  private var known: UpdateTimingMeter
  private var guessed: UpdateTimingMeter
  private var hasKnown = false
  /// The last line that has no known format.
  private(set) var lastOtherLine: String?

  init(_ options: MeasureOptions) {
    parser = PositionParser(options.lines)
    let expected = options.interval.map { Duration.nanoseconds($0.nanoseconds(rounding: .up)) }
    known = UpdateTimingMeter(expected: expected, rate: options.rate)
    guessed = known
  }

  /// Adds a line and the instant when it was read.
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

  /// The report, or nil before there are two positions.
  var report: UpdateTimingReport? { meter.report }

  /// The meter of the positions that count.
  var meter: UpdateTimingMeter { hasKnown ? known : guessed }
}
