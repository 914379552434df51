@testable import PlayheadFFmpeg
@testable import PlayheadMedia
import PlayheadTimekeeping

/// Reads the bytes after the first one as a file of subtitles or lyrics, in an encoding that the first byte chooses,
/// and searches its cues. Cleans the bytes as the text of a cue.
let cuesTarget = FuzzTarget(name: "cues") { bytes in
  guard let first = bytes.first else { return }
  let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
  checkText(String(decoding: rest, as: UTF8.self))
  withFile(of: rest) { path in
    let encoding = encodings[Int(first) % encodings.count]
    do throws(MediaError) {
      checkSearch(try LocatedMedia(path: path).readCueFile(encoding: encoding))
    } catch {
      check(!"\(error)".isEmpty, "An error has no message.")
    }
  }
}

private let encodings = [
  nil, "UTF-16", "ISO-8859-1", "SHIFT_JIS", "CP1258", "UTF-32LE", "UTF-7", "GB18030",
]
/// The number of cues whose times are searched.
private let searchedCount = 40

private func checkText(_ text: String) {
  let cleaned = CueText.cleaned(text)
  checkClean(cleaned)
  check(CueText.cleaned(cleaned) == cleaned, "Clean text is cleaned.")
  checkClean(CueText.plain(ofDialogue: text))
  let offset = MediaTime.milliseconds(Int64(text.utf8.count))
  guard let words = Lyrics.words(of: cleaned, from: .zero, earlierBy: offset) else { return }
  checkControls(words.map(\.text).joined())
  check(words.allSatisfy { !$0.text.isEmpty }, "A word has no text.")
}

/// Checks that text has no character that steers a terminal.
private func checkControls(_ text: String) {
  let isClean = text.unicodeScalars.allSatisfy { scalar in
    switch scalar {
    case "\n": true
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": false
    default: true
    }
  }
  check(isClean, "A control character is left.")
}

/// Checks that text is clean, and that each of its lines has text, without spaces around it.
private func checkClean(_ text: String) {
  checkControls(text)
  for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: text.isEmpty) {
    check(!line.isEmpty && line.first != " " && line.last != " ", "A line is not trimmed.")
  }
}

private func checkSearch(_ track: CueTrack) {
  let feed = CueFeed(track)
  check(feed.track == track, "A feed has other cues.")
  for (cue, next) in zip(track, track.dropFirst()) {
    check(cue.start <= next.start, "Cues are not in order.")
  }
  for cue in track {
    checkClean(cue.text)
    checkClean(cue.identifier ?? "")
    check(!cue.line.utf8.contains(10), "A line has a line break.")
    check(!cue.rawText.utf8.contains(0), "A null byte is left.")
    check(cue.words.isEmpty || cue.words.map(\.text).joined() == cue.text, "Words are lost.")
    check(cue.end.map { $0 >= cue.start } ?? true, "A cue ends before it begins.")
  }
  for cue in track.prefix(searchedCount) {
    for time in [cue.start, cue.end, cue.end?.adding(.nanoseconds(1))].compactMap(\.self) {
      let current = track.filter { $0.isCurrent(at: time) }
      check(track.cues(at: time) == current, "The search finds other cues.")
      check(feed.cues(at: time) == current, "The search in a feed finds other cues.")
      check(track.cues(at: time, newest: 3) == current.suffix(3), "The newest cues are others.")
      let next = track.first { $0.start > time }
      check(track.next(after: time)?.start == next?.start, "Another cue is next.")
      check(feed.next(after: time)?.start == next?.start, "Another cue of a feed is next.")
    }
    check(track.cues(at: cue.start).contains(cue), "A cue is not current at its start.")
  }
}
