import Media
import Timekeeping

/// Seeks that land on keyframes.
extension PlaybackMachine {
  /// What has been found so far of the keyframe at or before the target.
  struct KeyframeSearch {
    var target: MediaTime
    var found: MediaTime?
  }

  /// Looks at what was read, and goes to the keyframe once none that is later can come.
  mutating func search(_ read: MediaRead, at now: HostInstant) {
    if case .packet(let packet) = read, !isBeyondSearch(packet), !isSearchFull() { return }
    guard let search = keyframeSearch.take() else { return }
    let from = timeline.mediaAnchor
    let landed = max(search.found ?? from, .zero)
    guard landed != from else { return }
    anchor(at: landed, now)
    tell(.jumped, from: from, at: now)
  }

  /// Whether the packet lies behind all keyframes that can be at the target or before it.
  private mutating func isBeyondSearch(_ packet: PacketTiming) -> Bool {
    guard let search = keyframeSearch, let track = feed.readAhead.leadingTrack,
      packet.track == track.index, let zero = feed.readAhead.zero
    else { return false }
    func position(_ ticks: Int64?) -> MediaTime? {
      ticks.flatMap { track.time(ofTicks: $0).subtracting(zero) }
    }
    let presented = position(packet.presentationTicks ?? packet.decodeTicks)
    if packet.isKeyframe, let presented, presented <= search.target {
      keyframeSearch?.found = presented
    }
    // Keyframes come in order, and none is presented before it is decoded.
    return (packet.isKeyframe && presented.map { $0 > search.target } ?? false)
      || position(packet.decodeTicks).map { $0 > search.target } ?? false
  }

  /// Whether no more is read behind the target: the track has a hole there, or is over.
  private mutating func isSearchFull() -> Bool {
    guard let target = keyframeSearch?.target.nanoseconds(rounding: .down) else { return false }
    feed.consume(until: target, keepingFramesFrom: keptFrames)
    return feed.readAhead.isFull(at: target)
  }
}
