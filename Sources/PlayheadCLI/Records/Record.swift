import PlayheadKit

/// One thing that the command tells.
enum Record {
  case open(MediaInfo, MediaDuration?)
  case progress(PlayheadProgress, wallTime: WallTime?)
  case end(EndReason, position: MediaTime)
  case error(String)
}

/// Why the playing of a file ended.
enum EndReason: String, Hashable, CaseIterable, Sendable {
  /// The end of the media.
  case end
  /// The point given with `--end`.
  case endTime = "end-time"
  /// The number of records given with `--limit`.
  case limit
  case error
  /// SIGINT.
  case interrupted
  /// SIGTERM.
  case terminated
  /// SIGHUP: the terminal is gone.
  case hungUp = "hung-up"
  /// The user asked for the next file, or for the one before.
  case next
  case previous
  /// The user asked for the command's end.
  case quit
  /// Nobody reads standard output any more.
  case readerGone = "reader-gone"
}

/// How records are written: what a record is appended as, or nothing where it is not told.
protocol RecordFormat: Sendable {
  /// What stands above all records; empty where there is nothing.
  var header: [UInt8] { get }

  mutating func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8])
}

extension RecordFormat {
  var header: [UInt8] { [] }
}
