import PlayheadTimekeeping

/// The media time that a job adds per host time, and the least and the greatest value that it may have.
struct JobSpeed {
  /// The mean of about the last seconds.
  private var recent = DecayingMean(span: 10)
  /// The mean of a part of these, which shows how fast a phase of the job is.
  private var brief = DecayingMean(span: 3)
  /// The least and the greatest brief mean. Both approach the recent one within about a minute.
  private var bounds: (slowest: Double, fastest: Double)?

  private static let memory = 60.0

  /// Adds a part of the job, with its length in the output and in host time, in seconds.
  mutating func add(media: Double, host: Double) {
    guard host > 0 else { return }
    recent.add(media, during: host)
    brief.add(media, during: host)
    let (usual, current) = (recent.value, brief.value)
    let approach = host / (Self.memory + host)
    let (slowest, fastest) = bounds ?? (current, current)
    bounds = (
      min(usual, current, slowest + (usual - slowest) * approach),
      max(usual, current, fastest + (usual - fastest) * approach)
    )
  }

  /// The recent speed, and that of the slowest and the fastest phase; 0 before they are known.
  ///
  /// - Parameter unit: The media time that was added as 1.
  func rates(unit: Double = 1) -> (recent: Rate, slowest: Rate, fastest: Rate) {
    (
      Self.rate(recent.value * unit), Self.rate((bounds?.slowest ?? 0) * unit),
      Self.rate((bounds?.fastest ?? 0) * unit)
    )
  }

  private static func rate(_ speed: Double) -> Rate {
    Rate(speed) ?? Rate(Int32(min(max(speed, 0), 1e9)), 1)
  }
}

/// A mean of values per second in which older ones count less.
private struct DecayingMean {
  /// The time after which a value counts half.
  let span: Double
  private var sum = 0.0
  private var time = 0.0

  init(span: Double) { self.span = span }

  mutating func add(_ value: Double, during length: Double) {
    let weight = span / (span + length)
    (sum, time) = (sum * weight + value, time * weight + length)
  }

  var value: Double { time > 0 ? sum / time : 0 }
}
