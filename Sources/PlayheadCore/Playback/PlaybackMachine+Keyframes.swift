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
    guard var search = keyframeSearch else { return }
    if case .packet(let packet) = read {
      guard let track = readAhead.leadingTrack, packet.track == track.index,
        let zero = readAhead.zero
      else { return }
      func position(_ ticks: Int64?) -> MediaTime? {
        ticks.flatMap { track.time(ofTicks: $0).subtracting(zero) }
      }
      let presented = position(packet.presentationTicks ?? packet.decodeTicks)
      if packet.isKeyframe, let presented, presented <= search.target {
        search.found = presented
      }
      keyframeSearch = search
      // Keyframes come in order, and none is presented before it is decoded.
      let isBeyond =
        (packet.isKeyframe && presented.map { $0 > search.target } ?? false)
        || position(packet.decodeTicks).map { $0 > search.target } ?? false
      guard isBeyond else { return }
    }
    keyframeSearch = nil
    let from = timeline.mediaAnchor
    let landed = max(search.found ?? from, .zero)
    guard landed != from else { return }
    anchor(at: landed, now)
    tell(.jumped, from: from, at: now)
  }
}
