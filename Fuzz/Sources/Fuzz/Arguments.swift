import Timekeeping

@testable import PlayheadCLI

/// Command lines, a word a line: parsed, and each word as a time, as a point of a medium and as one
/// of the calendar.
let argumentsTarget = FuzzTarget(name: "arguments") { bytes in
  // A command line has no zero bytes; and nobody looks at so many words, one after the other.
  let text = String(decoding: bytes.filter { $0 != 0 }.prefix(1_000), as: UTF8.self)
  let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  do throws(UsageError) {
    _ = try Invocation.parse(["playhead"] + words)
  } catch {
    check(!error.message.isEmpty, "An error says nothing.")
  }
  for word in words.prefix(16) { parse(word) }
}

private func parse(_ word: String) {
  for now: Int64 in [0, 1_769_860_800_000_000_000, .max] {
    guard let instant = WallTimeArgument.parse(word, now: now) else { continue }
    // What names no date is the next that the clock shows.
    check(instant > now || word.utf8.count > 8 || word.hasPrefix("@"), "\(word) is over.")
  }
  if let time = TimeArgument.parse(word) {
    check(time >= .zero, "\(word) is a time before zero.")
    if word.utf8.count < 18 {
      check(TimeArgument.parse("0\(word)") == time, "\(word) is another time after a zero.")
    }
  }
  guard let point = MediaPoint(word) else { return }
  // Where a timecode lies depends on the frame rate and start of the media.
  if case .timecode = point { return }
  for nanoseconds in [0, 1, 60_000_000_000, Int64.max] {
    let duration = MediaTime.nanoseconds(nanoseconds)
    guard let position = point.position(in: duration) else {
      check(word.hasPrefix("#"), "\(word) has no place.")
      continue
    }
    check(position >= .zero, "\(word) is before the medium.")
    if point.needsDuration { check(position <= duration, "\(word) is beyond the medium.") }
  }
}
