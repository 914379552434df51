import PlayheadMedia
import PlayheadTimekeeping

/// Finds the last keyframe at or before the target of a seek, in the packets read.
struct KeyframeSearch {
  let target: MediaTime
  /// The last keyframe until now that is at or before the target.
  private(set) var found: MediaTime?

  init(target: MediaTime) {
    self.target = target
  }

  /// Records a packet or the end. Returns whether the search is over: no later keyframe can come.
  mutating func record(_ read: MediaRead, in feed: inout MediaFeed, keeping kept: MediaTime?)
    -> Bool
  {
    guard case .packet(let packet) = read else { return true }
    return isBeyond(packet, feed.readAhead) || isFull(&feed, keeping: kept)
  }

  /// Whether the packet is after all keyframes at or before the target.
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

  /// Whether reading stops beyond the target, because the track has a gap there or has ended.
  private func isFull(_ feed: inout MediaFeed, keeping kept: MediaTime?) -> Bool {
    // The playhead may land on the keyframe that has been found.
    feed.consume(until: target, keepingFramesFrom: [kept, found].compactMap(\.self).min())
    return feed.readAhead.isFull(at: target)
  }
}
