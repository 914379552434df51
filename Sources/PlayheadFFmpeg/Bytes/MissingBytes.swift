import PlayheadLocking

/// The places in a stream at which bytes are missing, because its reader is slower than they pass.
///
/// The writer of the stream notes a place before it writes the bytes that follow.
package final class MissingBytes: Sendable {
  /// The unit of missing bytes: a multiple of 188, 192 and 204 bytes, so that packets of MPEG-TS stay in their grid.
  package static let unit = 153_408

  /// Whether a stream that begins with these bytes, at least 1,024, can be read without some of the later ones.
  package static func areTolerated(after head: [UInt8]) -> Bool {
    // It must be MPEG-TS, in which every packet can be found and has the clock of the others.
    head.withUnsafeBytes { TransportLayout(beginning: $0) != nil }
  }

  /// The number of bytes that `areTolerated` needs.
  package static let headLength = TransportLayout.provingLength

  private let offsets = Locked<[Int64]>([])

  /// Creates a list without places.
  package init() {}

  /// Records that bytes are missing after those that the reader got until `offset`.
  package func record(at offset: Int64) {
    offsets.withLock { if $0.last != offset { $0.append(offset) } }
  }

  /// Returns the last place at or before an offset, and forgets those before it; nil if there is none.
  func last(upTo offset: Int64) -> Int64? {
    offsets.withLock { offsets in
      guard let index = offsets.lastIndex(where: { $0 <= offset }) else { return nil }
      offsets.removeFirst(index)
      return offsets[0]
    }
  }
}
