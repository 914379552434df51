/// A timecode such as `01:00:02:00`, whose frame rate is not known yet.
///
/// The last separator, or each of them, may be a semicolon. The media decide whether it is drop-frame.
public struct TimecodeLabel: Hashable, Sendable {
  package let hours: Int64
  package let minutes: Int64
  package let seconds: Int64
  package let frames: Int64
  package let text: String

  /// Parses a label. Returns nil if the text is not four numbers.
  package init?(_ text: String) {
    let parts = text.replacing(";", with: ":").split(
      separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count <= 3
        && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int64(part) : nil
    }
    let separators = text.filter { ":;".contains($0) }
    guard parts.count == 4, numbers.count == 4, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60,
      [":::", "::;", ";;;"].contains(separators)
    else { return nil }
    (hours, minutes, seconds, frames) = (numbers[0], numbers[1], numbers[2], numbers[3])
    self.text = text
  }
}
