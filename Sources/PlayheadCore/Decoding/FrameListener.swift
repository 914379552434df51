import PortableCombine

/// One subscriber to a player's frames, as the machine knows it.
struct FrameListener {
  /// Nil for every track that is decoded.
  let track: Int?
  var demand = Subscribers.Demand.none
  /// Whether it waits for a frame to be decoded.
  var isStarved = false
  /// The number of the next frame it may be given, by tracks.
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

  mutating func note(_ number: Int, of track: Int) {
    nextNumbers[track] = number + 1
    demand -= 1
  }
}
