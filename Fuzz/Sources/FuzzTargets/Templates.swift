import PlayheadKit

@testable import PlayheadFormatting
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands
@testable import PlayheadRecords
@testable import PlayheadTimecode

/// Parses the bytes as a template, as an `--exec` command and as a container's timecode.
let templatesTarget = FuzzTarget(name: "templates") { bytes in
  let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
  for hasEscapes in [false, true] {
    do throws(UsageError) {
      fill(try Template(text, hasEscapes: hasEscapes))
    } catch {
      check(!error.text.isEmpty, "An error has no message.")
    }
  }
  if let words = ShellWords.split(text) {
    let quoted = words.map { "'\($0.split("'").joined(separator: "'\\''"))'" }
    check(ShellWords.split(quoted.joined(separator: " ")) == words, "Quoted the words are others.")
  }
  if let command = try? ExecCommand(text) {
    check(!command.words(at: moments[0]).isEmpty, "A command has no words.")
  }
  for rate: Int64 in [24, 25, 30, 60, 120] {
    guard let timecode = Timecode(text, nominalRate: rate) else { continue }
    check(
      Timecode(timecode.text, nominalRate: rate) == timecode,
      "\(text) is written \(timecode.text), which is another timecode.")
  }
}

private let moments = [MediaTime.zero, .nanoseconds(.max), .nanoseconds(-1)].map { time in
  var progress = PlayheadProgress(
    position: time, hostInstant: HostInstant(nanoseconds: .max), rate: .normal, state: .playing,
    cause: .interval)
  progress.duration = MediaDuration(time: time, isExact: true)
  progress.skipped = .max
  return Moment(
    progress: progress, wallTime: WallTime(nanoseconds: .max),
    item: PlayedItem(file: "a'\u{1B}\n", number: 1))
}

private func fill(_ template: Template) {
  for moment in moments {
    for showsTimecode in [false, true] {
      var bytes: [UInt8] = []
      template.append(
        moment, FieldStyle(.printable, places: 9, absent: "-", showsTimecode: showsTimecode),
        to: &bytes)
    }
  }
}

extension String {
  /// The parts between separators, empty ones too.
  fileprivate func split(_ separator: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
