import PlayheadMedia

/// The times of a file's packets by the offsets where they end, in seconds since the start of the media.
struct OffsetTable {
  private struct Entry {
    var offset: Int64
    var time: Double
  }

  /// Of several packets within so many bytes, only the last one counts.
  private static let resolution: Int64 = 1_024

  private var entries: [Entry] = []
  private var isSorted = true
  /// The end of the last packet in the file.
  private(set) var end: Int64 = 0
  /// The greatest time.
  private(set) var greatestTime = 0.0

  /// Adds a packet.
  mutating func add(_ offset: Int64, _ time: Double) {
    end = max(end, offset)
    greatestTime = max(greatestTime, time)
    let entry = Entry(offset: offset, time: time)
    if let last = entries.last, offset < last.offset {
      isSorted = false
    } else if entries.count > 1,
      offset &- entries[entries.count - 2].offset < Self.resolution
    {
      entries[entries.count - 1] = entry
      return
    }
    entries.append(entry)
  }

  /// Returns the time of the media before an offset: the end of the last packet there.
  mutating func time(before offset: Int64) -> Double {
    if !isSorted {
      entries.sort { $0.offset < $1.offset }
      isSorted = true
    }
    let next = entries.partitioningIndex { $0.offset > offset }
    return entries[..<next].last?.time ?? 0
  }
}
