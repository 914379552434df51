import PlayheadCore
import PlayheadOutputs

/// A field of a progress record. The raw values are the keys that `PlayheadProgress` is encoded with.
package typealias Field = ProgressField

/// The formats, the header rows, the help and the options `--fields` and `--template` are all
/// derived from this table. A test compares docs/user/formats.md with it.
extension ProgressField {
  /// The kind of a value.
  package enum Kind: String {
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

    /// Whether values are written with digits and punctuation only, also if they are absent.
    var isNumeric: Bool {
      switch self {
      case .time, .hostTime, .number, .decimal: true
      case .text, .flag, .date: false
      }
    }
  }

  package static let known = allCases.map(\.rawValue).joined(separator: ", ")

  package var kind: Kind { description.kind }
  package var meaning: String { description.meaning }

  private var description: (kind: Kind, meaning: String) {
    switch self {
    case .item: (.number, "number of the file, from 1; entries of playlists count")
    case .file: (.text, "name of the file, as it was given")
    case .title: (.text, "tag `title` of the file, else its title in the playlist")
    case .items: (.number, "number of files; entries of playlists count")
    case .position: (.time, "media time measured when the record was made")
    case .due: (.time, "media time at which the update was due, or of the change")
    case .duration: (.time, "length of the file; an estimate until the file was read to its end")
    case .durationExact: (.flag, "whether the file was read to its end")
    case .remaining: (.time, "media time from the position to the end")
    case .remainingHost:
      (.hostTime, "remaining real time at the playback rate; absent while paused")
    case .percent: (.decimal, "percentage of the duration, one decimal; 100.0 only at the end")
    case .fraction: (.decimal, "fraction of the duration, 0 to 1, six decimals; 1 only at the end")
    case .frame: (.number, "number of the current video frame, from 0; absent if unknown")
    case .timecode: (.text, "SMPTE timecode of the position")
    case .chapter: (.number, "number of the current chapter, from 1")
    case .chapterTitle: (.text, "title of the current chapter")
    case .cue: (.text, "text of the current cues in one line, joined by ` / `")
    case .cueRaw: (.text, "text of the current cues with its markup, joined by line breaks")
    case .cueStart: (.time, "start of the current cue; of several, the one that began last")
    case .cueEnd: (.time, "end of that cue; absent if it stays until the end")
    case .cueID: (.text, "identifier of that cue in the file (WebVTT)")
    case .cueNext: (.text, "text of the next cue in one line")
    case .cueNextIn: (.time, "media time until the next cue begins")
    case .rate: (.decimal, "media seconds per second; 0 while paused")
    case .state: (.text, "`playing`, `waiting`, `stalled`, `paused`, `ended` or `failed`")
    case .cause: (.text, "cause of the record; see below")
    case .boundary:
      (
        .text,
        "kinds of boundary at this position: `frame`, `keyframe`, `chapter`, `25%`, `time`, `cue`"
      )
    case .skipped: (.number, "updates skipped since the previous record")
    case .hostTime: (.number, "time of the position, in nanoseconds of the monotonic clock")
    case .wallTime: (.date, "date and time of the position")
    case .eta: (.date, "expected date and time of the end at this rate; absent while not playing")
    case .clock:
      (.text, "`host`; `device` for heard sound; of another player: `player`, or `heard`")
    case .audioLatency:
      (.hostTime, "real time until sound given to the device is heard; absent without `--audio`")
    case .uncertainty:
      (
        .decimal,
        "seconds by which the position may be wrong, either way; only of another player or a job"
      )
    case .estimate:
      (
        .text,
        "how the share of a job is known: `arguments`, `input` or `none`; absent without a job"
      )
    case .etaEarliest: (.date, "`eta` of a job at its greatest recent speed")
    case .etaLatest: (.date, "`eta` of a job at its least recent speed")
    case .framesPerSecond: (.decimal, "frames that a job has encoded per second, two decimals")
    case .size: (.number, "bytes that a job has written, or that a process has read or written")
    }
  }

  /// Whether the field is empty without cues.
  package var isOfCue: Bool {
    switch self {
    case .cue, .cueRaw, .cueStart, .cueEnd, .cueID, .cueNext, .cueNextIn: true
    default: false
    }
  }

  /// Parses names separated by commas.
  package static func list(_ text: String) throws(UsageError) -> [Field] {
    try FieldNames.list(text, of: Field.self)
  }
}
