import PlayheadMedia
import PlayheadTimekeeping

/// A list of files for ffmpeg's demuxer `concat`, which plays them in sequence.
package struct ConcatList: Equatable, Sendable {
  /// A file of the list.
  package struct Entry: Hashable, Sendable {
    /// The path, relative to the folder of the list, or the URL.
    package var path: String
    /// The length until the next file, in seconds.
    var duration: Double?
    /// The times where the file is entered and left, in seconds.
    var inpoint: Double?
    var outpoint: Double?
  }

  /// The files in order.
  package private(set) var entries: [Entry] = []

  /// Parses a list. Lines that do not change times are ignored.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.drop(while: \.isWhitespace).split(
        maxSplits: 1, whereSeparator: \.isWhitespace)
      guard words.count == 2 else { continue }
      let value = Self.unquoted(words[1])
      if words[0] == "file" {
        entries.append(Entry(path: value))
      } else if !entries.isEmpty {
        let last = entries.count - 1
        switch words[0] {
        case "duration": entries[last].duration = FFmpegNumber.seconds(value)
        case "inpoint": entries[last].inpoint = FFmpegNumber.seconds(value)
        case "outpoint": entries[last].outpoint = FFmpegNumber.seconds(value)
        default: break
        }
      }
    }
  }

  /// Returns the list as an input, by the first and the last file; nil if the length of a file is unknown.
  package func facts(of facts: [JobInputFacts?]) -> JobInputFacts? {
    guard facts.count == entries.count, let last = facts.last, let last, let entry = entries.last,
      var tracks = facts.first??.tracks
    else { return nil }
    var total = 0.0
    for (entry, facts) in zip(entries, facts).dropLast() {
      guard let length = entry.length(facts?.duration?.seconds) else { return nil }
      total += length
    }
    var end = entry.length(last.duration?.seconds) ?? 0
    for index in tracks.indices where last.tracks.indices.contains(index) {
      guard let stream = last.tracks[index].jobStream(facts: last) else { return nil }
      let length = max(min(stream.end, entry.outpoint ?? .infinity) - (entry.inpoint ?? 0), 0)
      tracks[index].timebase = .microseconds
      tracks[index].startTicks = 0
      tracks[index].durationTicks = Int64(nearest: (total + length) * 1_000_000)
      end = max(end, length)
    }
    guard let duration = MediaTime(seconds: total + end) else { return nil }
    var result = JobInputFacts(duration: duration, tracks: tracks)
    result.isEstimated = zip(entries, facts).contains { entry, facts in
      entry.duration == nil && entry.outpoint == nil && facts?.isEstimated == true
    }
    return result
  }

  /// Returns where the files of the list are, as the demuxer finds them.
  package func locations(listedAt path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return entries.map { entry in
      // A location with a protocol is relative to nothing but the directory of ffmpeg.
      let isWhole = ["/", "file:"].contains(where: entry.path.hasPrefix)
      return isWhole || entry.path.contains("://") ? entry.path : folder + entry.path
    }
  }

  private static func unquoted(_ text: Substring) -> String {
    var result = ""
    var isQuoted = false
    var rest = text
    while let character = rest.popFirst() {
      if character == "'" {
        isQuoted.toggle()
      } else if character == "\\", !isQuoted, let next = rest.popFirst() {
        result.append(next)
      } else if !isQuoted, character.isWhitespace {
        break
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension ConcatList.Entry {
  /// The length until the next file begins.
  func length(_ fileLength: Double?) -> Double? {
    if let duration { return duration }
    return (outpoint ?? fileLength).map { max($0 - (inpoint ?? 0), 0) }
  }
}
