@testable import PlaybackSession
@testable import PlayheadFormatting
@testable import PlayheadJobs
@testable import PlayheadMedia
@testable import PlayheadPlayCommands
@testable import PlayheadRecords
@testable import PlayheadTerminal

/// Interprets the bytes as control lines, and as keys of a terminal.
///
/// The first byte is the place where the rest is split in two, as if by a partial read.
let controlTarget = FuzzTarget(name: "control") { bytes in
  guard let cut = bytes.first else { return }
  let text = Array(bytes.dropFirst())
  let end = min(Int(cut), text.count)
  var (atOnce, inTwo) = (LineSplitter(), LineSplitter())
  var lines = atOnce.lines(in: text[...])
  check(
    inTwo.lines(in: text[..<end]) + inTwo.lines(in: text[end...]) == lines,
    "Cut in two the lines are others.")
  if let last = atOnce.removeRest() { lines.append(last) }
  for line in lines { carryOut(line) }
  decodeKeys(text)
}

private func carryOut(_ line: String) {
  do throws(ControlError) {
    guard let command = try SessionRequest(line: line) else { return }
    check(try SessionRequest(line: " \(line)\t") == command, "Blanks make another command.")
    switch command {
    case .setRate(let rate):
      let product = rate.multiplied(by: 10, 11).doubleValue
      check((0.1...16).contains(product), "\(line) comes to a rate of \(product).")
    case .seek(.chapters(let count), _), .step(let count):
      check(count != 0, "\(line) goes nowhere.")
      check(ChapterList().start(count, from: .zero) == nil, "There is a chapter of none.")
    default: break
    }
  } catch {
    check(!error.text.isEmpty, "An error has no message.")
    check(
      !error.text.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "An error has control characters in it.")
  }
}

private func decodeKeys(_ bytes: [UInt8]) {
  var decoder = KeyDecoder()
  for byte in bytes {
    let key = decoder.decode(byte)
    check(key == nil || !decoder.isWithinSequence, "A key comes within a sequence.")
    if let key { _ = SessionRequest(key) }
  }
  decoder.timeOut()
  check(decoder.decode(UInt8(ascii: "q")) == .character("q"), "After a pause a q is none.")
}
