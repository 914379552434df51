import PlayheadKit

/// One thing that the command tells.
enum Record {
  case open(MediaInfo, MediaDuration?)
  case progress(PlayheadProgress, wallTime: WallTime?)
  /// All there is to show of playback, after each progress record.
  case status(PlaybackStatus)
  case end(EndReason, position: MediaTime)
  case error(String)
}

/// Why the playing of a file ended.
enum EndReason: String, Hashable, Sendable {
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
  /// Nobody reads standard output any more.
  case readerGone = "reader-gone"
}

/// How records are written: the bytes of each, or nil where it is not told.
protocol RecordFormat: Sendable {
  func bytes(of record: Record, file: String) -> [UInt8]?
}
