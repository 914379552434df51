import PlayheadTimekeeping

/// The timecode of positions: frames at a constant rate, of which the first starts at position zero.
package struct TimecodeCounter: Hashable, Sendable {
  /// How early a frame may start, to which playback is moved: containers round times to milliseconds at worst.
  private static let tolerance = MediaTime.nanoseconds(500_000)

  package let rate: TimecodeRate
  /// The timecode of position zero.
  private let start: Timecode

  /// Creates a counter, in which the frame at position zero has the number `start`, counted from `00:00:00:00`.
  package init(_ rate: TimecodeRate, start: Int64 = 0) {
    self.rate = rate
    self.start = Timecode(frame: start, base: rate.base)
  }

  /// Returns the time that a whole fraction of a frame takes.
  package func step(partsPerFrame: Int32) -> MediaTime {
    MediaTime(
      ticks: 1, timebase: Timebase(rate.frame.numerator, rate.frame.denominator * partsPerFrame))
  }

  /// Returns the timecode of a frame, counted from position zero.
  package func timecode(ofFrame number: Int64) -> Timecode {
    let (frame, overflow) = start.frame.addingReportingOverflow(number)
    return Timecode(frame: overflow ? number : frame, base: rate.base)
  }

  /// Returns the number of the frame at a position to which playback was moved, or where it is.
  package func number(at position: MediaTime) -> Int64 {
    let time = position.adding(Self.tolerance, rounding: .down) ?? position
    return time.wholeMultiples(of: step(partsPerFrame: 1))
  }

  /// Returns the timecode of a position to which playback was moved, or where it is.
  package func timecode(at position: MediaTime) -> Timecode {
    timecode(ofFrame: number(at: position))
  }
}
