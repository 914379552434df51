import PlayheadInterprocess
import PlayheadTimekeeping

/// Times as mpv reads and prints them.
enum TimeText {
  /// Returns the seconds of `90`, `1:30` or `0:01:30.5`, with a sign or without.
  static func parse(_ text: String) -> Double? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard part.first?.isNumber == true || (parts.count == 1 && part.first == "."),
        let number = NumberText.double(String(part)),
        index == parts.count - 1 || Int(part) != nil
      else { return nil }
      seconds = seconds * 60 + number
    }
    return isNegative ? -seconds : seconds
  }

  /// Returns the time as `00:01:30`.
  static func format(_ seconds: Double) -> String {
    let whole = Int64(exactly: seconds.magnitude.rounded(.down)) ?? 0
    let parts = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (seconds <= -1 ? "-" : "") + parts.joined(separator: ":")
  }
}

extension MediaTime {
  /// Creates a time of at most 30 years, so that sums with positions do not overflow; nil if it is not a number.
  init?(clientSeconds seconds: Double) {
    guard !seconds.isNaN else { return nil }
    self.init(seconds: min(max(seconds, -1e9), 1e9))
  }
}
