import PortableCombine

/// One subscription to frames: its track, its demand, and the frames that it has received.
struct FrameListener {
  /// The index of the track; nil for all decoded tracks.
  let track: Int?
  var demand = Subscribers.Demand.none
  /// Whether it waits for a frame to be decoded.
  var isStarved = false
  /// For each track, the number of the next frame that it may receive.
  private var nextNumbers: [Int: Int] = [:]

  init(track: Int?) {
    self.track = track
  }

  func takes(_ track: Int) -> Bool {
    self.track.map { $0 == track } ?? true
  }

  func nextNumber(of track: Int) -> Int {
    nextNumbers[track] ?? 0
  }

  /// Records that the subscription receives a frame.
  mutating func receive(_ number: Int, of track: Int) {
    nextNumbers[track] = number + 1
    demand -= 1
  }
}
