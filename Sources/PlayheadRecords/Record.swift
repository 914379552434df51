import PlayheadCore
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping

/// A record that the command writes.
package enum Record {
  /// The media is open. What the container declares is nil if only the other player has opened it.
  case open(MediaInfo?, MediaDuration?)
  case progress(PlayheadProgress, wallTime: WallTime?)
  case end(EndReason, position: MediaTime)
  case error(String)
}

/// A format in which records are written. It may ignore some kinds of record.
package protocol RecordFormat: Sendable {
  /// The bytes before all records, which may be empty.
  var header: [UInt8] { get }

  /// Whether records can be appended to a file with these first bytes, which may end within a line.
  func canContinue(_ start: [UInt8]) -> Bool

  mutating func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8])
}

extension RecordFormat {
  package var header: [UInt8] { [] }

  /// Whether the file is text, because the records can be any.
  package func canContinue(_ start: [UInt8]) -> Bool { !start.contains(0) }
}
