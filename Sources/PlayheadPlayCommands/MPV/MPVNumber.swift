import PlaybackSession
import PlayheadTimekeeping

/// Numbers and times as mpv's options write them.
enum MPVNumber {
  /// Parses a number, or a fraction as in `1/2` and `1:2`.
  static func parse(_ text: String) -> Double? {
    if let number = Double(text) { return number }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == ":" }
    guard parts.count == 2, let first = Double(parts[0]), let second = Double(parts[1]) else {
      return nil
    }
    return first / second
  }

  /// Parses `90`, `1:30` or `1:02:03.5`, rounded to nanoseconds, of which programs write fractions.
  static func time(_ text: some StringProtocol) -> MediaTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let number = Double(part), number >= 0, number < 1e9, part.first != "-",
        index == 0 || number < 60
      else { return nil }
      seconds = seconds * 60 + number
    }
    guard seconds < 1e9 else { return nil }
    return .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  /// Parses a position: a time, `-TIME` before the end, `NN%` or `#CHAPTER`.
  static func position(_ text: String) -> MediaPoint? {
    if text.hasPrefix("#") { return MediaPoint(text) }
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      return .share(millionths: Int64((percent * 10_000).rounded()))
    }
    if text.hasPrefix("-") { return time(text.dropFirst()).map(MediaPoint.beforeEnd) }
    return time(text.hasPrefix("+") ? text.dropFirst() : text[...]).map(MediaPoint.fromStart)
  }
}
