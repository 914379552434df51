import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Measures the speed of timecode that comes in messages, each of which may be late: over as short a time as shows it.
struct SpeedMeter: Sendable {
  /// The times over which the speed is measured, in messages: each is twice as long as the one before.
  private static let leastCount = 3
  private static let greatestCount = 96
  /// A lesser difference of speeds is none, in millionths.
  private static let tolerance = 500.0

  private let rate: TimecodeRate
  /// By how much the instant of a message may be wrong, in nanoseconds, before that is known.
  private let noise: Double
  /// The quarter frames that have passed, and when.
  private var marks: [(quarters: Int64, instant: HostInstant)]

  init(_ rate: TimecodeRate, noise: Duration, start: HostInstant) {
    (self.rate, marks) = (rate, [(0, start)])
    self.noise = noise / .nanoseconds(1)
  }

  /// Adds a message after positive quarter frames. Returns the speed if it is another one than before, and when that
  /// began, at the earliest and at the latest.
  mutating func add(
    _ quarters: Int64, at instant: HostInstant, speed: Int64
  ) -> (speed: Int64, since: HostInstant, until: HostInstant)? {
    let before = marks.last?.quarters ?? 0
    marks = marks.suffix(Self.greatestCount) + [(before + quarters, instant)]
    let late = lateness(at: speed)
    let end = marks.count - 1
    var (next, count) = (Self.leastCount, 0)
    while count < end, next <= end {
      (count, next) = (next, min(next * 2, max(end, next + 1)))
      let start = end - count
      // One message that is late, at the start or at the end, shows no speed.
      let means = [(start, end), (start, end - 1), (start + 1, end)].compactMap { start, end in
        mean(from: start, to: end, late: late)
      }
      guard means.count == 3 else { continue }
      let isSlower = means[0].speed < speed
      let isOther = means.allSatisfy {
        abs(Double($0.speed - speed)) > $0.doubt && ($0.speed < speed) == isSlower
      }
      // It has changed in between.
      let isSteady = abs(Double(means[1].speed - means[2].speed)) <= means[1].doubt
      guard isOther, isSteady else { continue }
      let (new, doubt) = means[0]
      let isNormal = abs(Double(new - TimecodeSpeed.normal)) <= doubt
      let speed = isNormal ? TimecodeSpeed.normal : new
      // Messages before may have had it, too.
      let length = length(at: speed)
      let old = marks.prefix(start).lastIndex { mark in
        let elapsed = Double(instant.nanoseconds(after: mark.instant))
        return abs(elapsed - Double(marks[end].quarters - mark.quarters) * length) > late
      }
      marks.removeFirst(old.map { $0 + 1 } ?? 0)
      return (speed, marks[0].instant, marks[1].instant)
    }
    return nil
  }

  /// Returns the speed between two messages, and by how much it may be wrong; nil if no time has passed.
  private func mean(from start: Int, to end: Int, late: Double) -> (speed: Int64, doubt: Double)? {
    let elapsed = marks[end].instant.nanoseconds(after: marks[start].instant)
    guard elapsed > 0 else { return nil }
    let way = marks[end].quarters - marks[start].quarters
    let mean = min(max(TimecodeSpeed.measured(way, in: elapsed, at: rate), 1_000), 100_000_000)
    return (mean, Self.tolerance + 2 * late / Double(elapsed) * Double(mean))
  }

  /// The duration of a quarter frame in nanoseconds.
  private func length(at speed: Int64) -> Double {
    let frame = Double(rate.frame.numerator) / Double(rate.frame.denominator)
    return frame * 250_000_000 * Double(TimecodeSpeed.normal) / Double(max(speed, 1))
  }

  /// By how much messages are late, in nanoseconds: most are late by less, also if the speed has changed.
  private func lateness(at speed: Int64) -> Double {
    let length = length(at: speed)
    let rests = marks.map { mark in
      Double(mark.instant.nanoseconds(after: marks[0].instant)) - Double(mark.quarters) * length
    }
    let bends = rests.indices.dropFirst(2).map { index in
      abs(rests[index] - 2 * rests[index - 1] + rests[index - 2])
    }
    return bends.isEmpty ? noise : max(noise, bends.sorted()[bends.count * 3 / 4])
  }
}
