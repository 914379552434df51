/// How far apart in the file the packets are that belong to one time.
struct Interleaving {
  private struct Reading {
    /// The greatest time read so far.
    var seconds = -Double.infinity
    /// How many bytes of all tracks were read when its last packet was.
    var byteCount = 0
  }

  /// By the index of the track.
  private var readings: [Reading?] = []
  private var byteCount = 0
  private(set) var greatestSeconds = 0.0
  private(set) var greatestByteCount = 0

  /// Takes in a packet of a track that is presented.
  mutating func add(track: Int, seconds: Double, byteCount: Int) {
    while readings.count <= track { readings.append(nil) }
    for (other, reading) in readings.enumerated() where other != track {
      // It comes behind packets of another track that are due later.
      if let reading { greatestSeconds = max(greatestSeconds, reading.seconds - seconds) }
    }
    let before = readings[track] ?? Reading(byteCount: self.byteCount)
    greatestByteCount = max(greatestByteCount, self.byteCount - before.byteCount)
    self.byteCount += byteCount
    readings[track] = Reading(
      seconds: max(before.seconds, seconds), byteCount: self.byteCount)
  }
}
