import PlayheadInterprocess
import PlayheadMedia
import PlayheadTimekeeping

/// The tags and the duration of an open file, as fields of MPRIS's metadata.
package struct TrackDetails: Equatable, Sendable {
  /// The fields that come from the tags.
  var fields: [String: BusValue]
  /// The duration in microseconds; nil if it is unknown.
  var length: Int64?

  /// Texts are cut to this number of characters, because a file's maker chooses their lengths.
  static let longestText = 4_096
  private static let mostTexts = 64

  init(fields: [String: BusValue], length: Int64?) {
    (self.fields, self.length) = (fields, length)
  }

  /// Converts the tags of a file.
  init(_ metadata: Metadata, duration: MediaTime?) {
    fields = [:]
    length = duration?.microseconds
    let lists = [
      ("xesam:artist", ["artist"]), ("xesam:albumArtist", ["album_artist", "albumartist"]),
      ("xesam:composer", ["composer"]), ("xesam:genre", ["genre"]),
      ("xesam:comment", ["comment", "description"]),
    ]
    for (field, keys) in lists {
      let texts = Self.texts(metadata, keys, isText: field == "xesam:comment")
      if !texts.isEmpty { fields[field] = .texts(texts) }
    }
    for (field, text) in [("xesam:title", metadata.title), ("xesam:album", metadata.album)] {
      if let text, !text.isEmpty { fields[field] = .text(Self.limited(text)) }
    }
    let numbers = [
      ("xesam:trackNumber", metadata.trackNumber),
      ("xesam:audioBPM", metadata["bpm"] ?? metadata["tbpm"]),
      ("xesam:discNumber", metadata["disc"] ?? metadata["discnumber"]),
    ]
    for (field, text) in numbers {
      if let number = text.flatMap(Self.number) { fields[field] = .int32(number) }
    }
    if let date = metadata.date, Self.isDate(date) {
      fields["xesam:contentCreated"] = .text(date)
    }
  }

  /// Returns the values of the first tag that is there. Semicolons separate values, but not in running text.
  private static func texts(_ metadata: Metadata, _ keys: [String], isText: Bool) -> [String] {
    for key in keys {
      let values = metadata.tags.filter { $0.key.lowercased() == key }.map(\.value)
      let parts = isText ? values : values.flatMap { $0.split(separator: ";").map(Self.trimmed) }
      let texts = parts.filter { !$0.isEmpty }.reduce(into: [String]()) { texts, text in
        if texts.count < mostTexts, !texts.contains(text) { texts.append(limited(text)) }
      }
      if !texts.isEmpty { return texts }
    }
    return []
  }

  static func limited(_ text: String) -> String { String(text.prefix(longestText)) }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// The number at the start of a text such as `7/12`.
  private static func number(_ text: String) -> Int32? {
    Int32(text.prefix { $0.isASCII && $0.isNumber })
  }

  /// Whether a text is a date by ISO 8601, with or without month, day and time.
  private static func isDate(_ text: String) -> Bool {
    let pattern = Array("dddd-dd-ddTdd:dd".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count <= 40 else { return false }
    for (byte, expected) in zip(bytes, pattern) {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      guard expected == UInt8(ascii: "d") ? isDigit : byte == expected else { return false }
    }
    return [4, 7, 10].contains(bytes.count) || bytes.count >= pattern.count
  }
}

extension MediaTime {
  /// The time in whole microseconds, rounded down, so that no position is beyond the length of its track.
  var microseconds: Int64 {
    converted(to: .microseconds, rounding: .down)?.ticks ?? (ticks < 0 ? .min : .max)
  }
}
