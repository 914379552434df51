import Glibc
import PlayheadTimekeeping

/// Numbers as the labels of diagrams show them.
enum Quantities {
  /// Returns a position as `1:02:03.450`, with as many decimals as the step of the labels needs.
  static func position(_ seconds: Double, step: Double) -> String {
    let places: Int32 = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
    // Rounded first, so that no label ends with `:60`.
    let scale = [1.0, 10, 100, 1_000][Int(places)]
    let value = (abs(seconds) * scale).rounded() / scale
    guard value < 1e9 else { return "\(fixed(seconds, 0)) s" }
    let whole = Int(value)
    let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
    let rest = fixed(value - Double(whole / 60 * 60), places)
    let padded = value - Double(whole / 60 * 60) < 10 ? "0" + rest : rest
    let sign = seconds < 0 && value > 0 ? "−" : ""
    let start = hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes)" : "\(minutes)"
    return "\(sign)\(start):\(padded)"
  }

  /// Returns a number of bits per second with three significant digits.
  static func bitRate(_ value: Double) -> String {
    for (unit, name) in [(1e9, "Gb/s"), (1e6, "Mb/s"), (1e3, "kb/s")] where value >= unit {
      return "\(significant(value / unit)) \(name)"
    }
    return "\(fixed(value, 0)) b/s"
  }

  /// Returns a length of time with three significant digits.
  static func length(_ seconds: Double) -> String {
    let size = abs(seconds)
    if size >= 1 { return "\(significant(seconds)) s" }
    if size >= 1e-3 { return "\(significant(seconds * 1e3)) ms" }
    // Less is a rounding error of the calculation.
    return size < 5e-9 ? "0" : "\(significant(seconds * 1e6)) µs"
  }

  /// Returns a length of time with as many decimals as the step between two labels needs.
  static func length(_ seconds: Double, step: Double) -> String {
    let size = abs(seconds)
    if size < step / 2 { return "0" }
    let (unit, name) = size >= 1 ? (1, "s") : size >= 1e-3 ? (1e-3, "ms") : (1e-6, "µs")
    let places = (-log10(step / unit) - 1e-9).rounded(.up)
    let count = places.isFinite ? Int32(min(max(places, 0), 9)) : 0
    return "\(fixed(seconds / unit, count)) \(name)"
  }

  /// Returns a range of lengths, as `40 ms to 120 ms`.
  static func lengths(_ least: Double, _ greatest: Double) -> String {
    let texts = (length(least), length(greatest))
    return texts.0 == texts.1 ? texts.0 : "\(texts.0) to \(texts.1)"
  }

  /// Returns a number with three significant digits.
  static func significant(_ value: Double) -> String {
    let places: Int32 = abs(value) >= 99.95 ? 0 : abs(value) >= 9.995 ? 1 : 2
    let text = fixed(value, places)
    guard text.contains(".") else { return text }
    let short = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(short.reversed())
  }
}
