import PlayheadTimekeeping

/// How far joined recordings have been read to find a position or their end.
package struct JoinSearch: Sendable {
  /// The position that is searched for; nil for the end.
  package var target: MediaTime?
  /// The position up to which the media has been read.
  package var position: MediaTime
  /// The part of the bytes that has been read, in percent; nil if it is unknown.
  package var percent: Int?
  /// Whether the target has been found.
  package var isOver = false

  /// The number of packets after which the search is reported.
  static let packetCount = 256
}
