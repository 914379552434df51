/// The distance in the file between packets of different tracks with the same time.
struct Interleaving {
  private struct Reading {
    /// The greatest time read until now.
    var seconds = -Double.infinity
    /// The number of bytes of all tracks up to the end of this track's last packet; nil before its
    /// first one.
    var byteCount: Int?
  }

  /// The state of each track, by track index.
  private var readings: [Reading] = []
  private var byteCount = 0
  private(set) var greatestSeconds = 0.0
  private(set) var greatestByteCount = 0

  /// Adds a packet of a played track. `seconds` is its decode time, else its presentation time.
  mutating func add(track: Int, seconds: Double, byteCount: Int) {
    while readings.count <= track { readings.append(Reading()) }
    for other in readings.indices where other != track {
      // Positive if the packet follows a packet of another track that is due later.
      greatestSeconds = max(greatestSeconds, readings[other].seconds - seconds)
    }
    if let before = readings[track].byteCount {
      greatestByteCount = max(greatestByteCount, self.byteCount - before)
    }
    self.byteCount += byteCount
    readings[track] = Reading(
      seconds: max(readings[track].seconds, seconds), byteCount: self.byteCount)
  }
}
