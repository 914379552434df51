@testable import PlaybackSession
@testable import PlayheadArguments
@testable import PlayheadCLI
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands
import PlayheadTimekeeping

/// Parses the bytes as a command line, one argument per line, and each argument as a time, as a
/// position in the media and as a date.
let argumentsTarget = FuzzTarget(name: "arguments") { bytes in
  // Arguments contain no zero bytes. More arguments would only slow down fuzzing.
  let text = String(decoding: bytes.filter { $0 != 0 }.prefix(1_000), as: UTF8.self)
  let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  do throws(UsageError) {
    _ = try Invocation.parse(["playhead"] + words)
  } catch {
    check(!error.text.isEmpty, "An error has no message.")
  }
  let line = MPVCommandLine(["playhead-mpv"] + words)
  let options = line.settings.playOptions(line.files, isTerminal: false)
  check(Rate.playable.contains(options.rate), "The rate \(options.rate) cannot be played.")
  for word in words.prefix(16) { parse(word) }
}

private func parse(_ word: String) {
  for now: Int64 in [0, 1_769_860_800_000_000_000, .max] {
    guard let instant = WallTimeArgument.parse(word, now: now) else { continue }
    // A time of day without a date is the next one.
    check(instant > now || word.utf8.count > 8 || word.hasPrefix("@"), "\(word) is over.")
  }
  if let time = TimeArgument.parse(word) {
    check(time >= .zero, "\(word) is a time before zero.")
    if word.utf8.count < 18 {
      check(TimeArgument.parse("0\(word)") == time, "\(word) is another time after a zero.")
    }
  }
  guard let point = MediaPoint(word) else { return }
  // The position of a timecode depends on the frame rate and start of the media.
  if case .timecode = point { return }
  for nanoseconds in [0, 1, 60_000_000_000, Int64.max] {
    let duration = MediaTime.nanoseconds(nanoseconds)
    guard let position = point.position(in: duration) else {
      check(word.hasPrefix("#"), "\(word) has no place.")
      continue
    }
    check(position >= .zero, "\(word) is before the media.")
    if point.needsDuration { check(position <= duration, "\(word) is beyond the media.") }
  }
}
