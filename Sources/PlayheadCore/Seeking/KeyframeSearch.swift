import Media
import Timekeeping

/// The search for the keyframe at or before the target of a seek, in what is read.
struct KeyframeSearch {
  let target: MediaTime
  /// The last one that was read.
  private(set) var found: MediaTime?

  init(target: MediaTime) {
    self.target = target
  }

  /// Records what was read. Returns whether the search is over: no later keyframe can come.
  mutating func take(_ read: MediaRead, in feed: inout MediaFeed, keeping kept: MediaTime?) -> Bool
  {
    guard case .packet(let packet) = read else { return true }
    return isBeyond(packet, feed.readAhead) || isFull(&feed, keeping: kept)
  }

  /// Whether the packet lies behind all keyframes that can be at the target or before it.
  private mutating func isBeyond(_ packet: PacketTiming, _ readAhead: ReadAhead) -> Bool {
    guard let track = readAhead.leadingTrack, packet.track == track.index,
      let zero = readAhead.zero
    else { return false }
    func position(_ ticks: Int64?) -> MediaTime? {
      ticks.flatMap { track.time(ofTicks: $0).subtracting(zero) }
    }
    let presented = position(packet.presentationTicks ?? packet.decodeTicks)
    if packet.isKeyframe, let presented, presented <= target { found = presented }
    // Keyframes come in order, and none is presented before it is decoded.
    return (packet.isKeyframe && presented.map { $0 > target } ?? false)
      || position(packet.decodeTicks).map { $0 > target } ?? false
  }

  /// Whether no more is read behind the target: the track has a hole there, or is over.
  private func isFull(_ feed: inout MediaFeed, keeping kept: MediaTime?) -> Bool {
    let target = target.nanoseconds(rounding: .down)
    feed.consume(until: target, keepingFramesFrom: kept)
    return feed.readAhead.isFull(at: target)
  }
}
