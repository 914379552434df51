/// The distance in the file between packets of different tracks with the same time.
///
/// A demuxer may read packets in the order of their times instead of that of the file, as for MP4, so
/// the offsets of packets determine their order. Packets without an offset are in the order of reading.
struct Interleaving {
  private struct Reading {
    /// The greatest time read until now, and the offset of its packet.
    var seconds = -Double.infinity
    var offset: Int64?
    /// The end of this track's last packet in the file, or the number of all bytes up to it, if there was one.
    var end: Int64?
    var places = OffsetHistory()
  }

  /// The state of each track, by track index.
  private var readings: [Reading] = []
  private var byteCount: Int64 = 0
  private(set) var greatestSeconds = 0.0
  private(set) var greatestByteCount = 0

  /// Adds a packet with its decode time, else presentation time. Returns how far it is apart from other tracks.
  @discardableResult
  mutating func add(track: Int, seconds: Double, offset: Int64?, byteCount: Int) -> Double {
    var apart = 0.0
    while readings.count <= track { readings.append(Reading()) }
    for other in readings.indices where other != track {
      var isPreceded = true
      if let offset {
        isPreceded = readings[other].offset.map { $0 < offset } ?? true
        if let next = readings[other].places.firstSeconds(after: offset) {
          // Positive if a packet of another track that is due earlier follows this one in the file.
          apart = max(apart, seconds - next)
        }
      }
      // Positive if the packet follows a packet of another track that is due later.
      if isPreceded { apart = max(apart, readings[other].seconds - seconds) }
    }
    greatestSeconds = max(greatestSeconds, apart)
    let start = offset ?? self.byteCount
    if let before = readings[track].end, start > before {
      let (distance, overflow) = start.subtractingReportingOverflow(before)
      greatestByteCount = max(greatestByteCount, overflow ? .max : Int(distance))
    }
    self.byteCount += Int64(byteCount)
    readings[track].end = start.addingReportingOverflow(Int64(byteCount)).partialValue
    if seconds > readings[track].seconds {
      (readings[track].seconds, readings[track].offset) = (seconds, offset)
    }
    if let offset { readings[track].places.add(seconds, at: offset) }
    return apart
  }
}

/// The times of a track's packets at their offsets in the file. Each packet has a greater time and a
/// greater offset than the one before; others are left out. When there are many, every second one is
/// dropped, so that memory stays bounded.
private struct OffsetHistory {
  private static let greatestCount = 2_048

  private var places: [(offset: Int64, seconds: Double)] = []
  /// How many packets there are for each one that is added.
  private var stride = 1
  private var skippedCount = 0

  mutating func add(_ seconds: Double, at offset: Int64) {
    if let last = places.last, offset <= last.offset || seconds <= last.seconds { return }
    skippedCount += 1
    if skippedCount < stride { return }
    skippedCount = 0
    places.append((offset, seconds))
    if places.count < Self.greatestCount { return }
    places = places.indices.filter { $0.isMultiple(of: 2) }.map { places[$0] }
    stride *= 2
  }

  /// Returns the time of the first known packet after an offset, if any; it is not earlier than the first one's.
  func firstSeconds(after offset: Int64) -> Double? {
    guard let last = places.last, last.offset > offset else { return nil }
    let index = places.partitioningIndex { $0.offset > offset }
    return index < places.count ? places[index].seconds : nil
  }
}
