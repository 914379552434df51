import PlayheadKit

/// A record that the command writes.
enum Record {
  /// The media is open. What the container declares is nil if only the other player has opened it.
  case open(MediaInfo?, MediaDuration?)
  case progress(PlayheadProgress, wallTime: WallTime?)
  case end(EndReason, position: MediaTime)
  case error(String)
}

/// The reason that playback of a file ended.
enum EndReason: String, Hashable, CaseIterable, Sendable {
  /// The end of the media was reached.
  case end
  /// The `--end` point was reached.
  case endTime = "end-time"
  /// The number of records of `--limit` was reached.
  case limit
  case error
  /// SIGINT.
  case interrupted
  /// SIGTERM.
  case terminated
  /// SIGHUP, because the terminal was closed.
  case hungUp = "hung-up"
  /// The user chose the next or the previous file.
  case next
  case previous
  /// Playback was stopped, or the file was removed from the list.
  case stopped
  /// The user quit the command.
  case quit
  /// The other player has ended, or cannot be reached any longer.
  case closed
  /// The reader of standard output has closed it.
  case outputClosed = "output-closed"
}

/// A format in which records are written. It may ignore some kinds of record.
protocol RecordFormat: Sendable {
  /// The bytes before all records, which may be empty.
  var header: [UInt8] { get }

  /// Returns whether a file may be one of such records.
  ///
  /// - Parameter start: Its first bytes, which may end within a line. They are not empty.
  func canContinue(_ start: [UInt8]) -> Bool

  mutating func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8])
}

extension RecordFormat {
  var header: [UInt8] { [] }

  /// Whether the file is text, because the records can be any.
  func canContinue(_ start: [UInt8]) -> Bool { !start.contains(0) }
}
