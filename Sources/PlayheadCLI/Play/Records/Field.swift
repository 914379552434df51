/// A field of a progress record.
///
/// The formats, the header rows, the help and the options `--fields` and `--template` are all
/// derived from this table. A test compares docs/formats.md with it.
enum Field: String, CaseIterable, Sendable {
  case item
  case file
  case title
  case items
  case position
  case due
  case duration
  case durationExact = "duration_exact"
  case remaining
  case remainingHost = "remaining_host"
  case percent
  case fraction
  case frame
  case timecode
  case chapter
  case chapterTitle = "chapter_title"
  case rate
  case state
  case cause
  case boundary
  case skipped
  case hostTime = "host_time_ns"
  case wallTime = "wall_time"
  case eta

  /// The kind of a value.
  enum Kind: String {
    /// A position or length in the media, in seconds.
    case time
    /// A length of host time, in seconds.
    case hostTime = "host time"
    /// A whole number.
    case number
    /// A number with decimals.
    case decimal
    case text
    case flag
    /// A date and time: RFC 3339, UTC, with microseconds.
    case date
  }

  static let known = allCases.map(\.rawValue).joined(separator: ", ")

  var kind: Kind { description.kind }
  var meaning: String { description.meaning }

  private var description: (kind: Kind, meaning: String) {
    switch self {
    case .item: (.number, "which file this is, from 1; those of playlists are counted")
    case .file: (.text, "the file, as it was given")
    case .title: (.text, "its tag `title`, else what a playlist calls it")
    case .items: (.number, "how many files there are, those of playlists counted")
    case .position: (.time, "the media time that was measured when the record was made")
    case .due: (.time, "the media time at which the update was due, or of the change")
    case .duration: (.time, "how long the file is; an estimate until it was read to its end")
    case .durationExact: (.flag, "whether it was read to its end")
    case .remaining: (.time, "media time from the position to the end")
    case .remainingHost: (.hostTime, "the same at the rate of playback; absent while paused")
    case .percent: (.decimal, "of the duration, with one decimal; 100.0 at the end only")
    case .fraction: (.decimal, "of the duration, 0 to 1 with six decimals; 1 at the end only")
    case .frame: (.number, "the video frame that is shown, from 0; absent if it is not known")
    case .timecode: (.text, "the SMPTE timecode of the position")
    case .chapter: (.number, "the last chapter that has begun, from 1")
    case .chapterTitle: (.text, "the title of that chapter")
    case .rate: (.decimal, "media seconds per second; 0 while paused")
    case .state: (.text, "`playing`, `waiting`, `stalled`, `paused`, `ended` or `failed`")
    case .cause: (.text, "why there is a record; see below")
    case .boundary:
      (.text, "what of --every and --at lies there: `frame`, `keyframe`, `chapter`, `25%`, `time`")
    case .skipped: (.number, "updates skipped since the previous record")
    case .hostTime: (.number, "when it was, in nanoseconds of the monotonic clock")
    case .wallTime: (.date, "when it was")
    case .eta: (.date, "when the end will be, at this rate; absent while not playing")
    }
  }

  /// Parses names separated by commas.
  static func list(_ text: String) throws(UsageError) -> [Field] {
    var fields: [Field] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let field = try named(name)
      // JSON parsers treat an object with a duplicate key in different ways.
      if fields.contains(field) { throw .repeatedField(field.rawValue) }
      fields.append(field)
    }
    return fields
  }

  static func named(_ name: some StringProtocol) throws(UsageError) -> Field {
    guard let field = Field(rawValue: String(name)) else {
      throw .unknownField(
        String(name), known: known,
        meant: NearestWord.of(String(name), in: allCases.map(\.rawValue)))
    }
    return field
  }
}
