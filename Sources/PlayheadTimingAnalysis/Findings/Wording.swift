import PlayheadTimekeeping

extension Finding {
  init(
    _ kind: Kind, _ severity: Severity, track: Int? = nil, at place: MediaTime? = nil,
    atByte byteOffset: Int64? = nil, count: Int = 1, _ message: FindingMessage
  ) {
    self.init(
      kind: kind, severity: severity, track: track, time: place, byteOffset: byteOffset,
      count: count, sentence: message.text)
  }
}

extension [Finding] {
  mutating func add(
    _ kind: Finding.Kind, _ severity: Finding.Severity, track: Int? = nil,
    at place: MediaTime? = nil, count: Int = 1, _ message: FindingMessage
  ) {
    append(Finding(kind, severity, track: track, at: place, count: count, message))
  }
}

extension MediaTime {
  /// The time with three decimals, as in `3.200 s`.
  var inSeconds: String { PlayheadTimingAnalysis.seconds(seconds) }
}

func seconds(_ value: Double) -> String { "\(fixed(value, 3)) s" }

func milliseconds(_ seconds: Double) -> String { "\(fixed(seconds * 1_000, 1)) ms" }

package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
