/// The presentation times of a track's frames, if only some frames have one.
///
/// While frames follow each other steadily, one frame is presented whenever one is decoded. So each
/// decode time is a slot for a frame. Slots that no presentation time claims are for the frames
/// without one.
struct PresentationSlots: Sendable {
  /// The maximum number of frames by which codecs reorder.
  private static let greatestReordering: Int64 = 16

  /// The greatest difference between a slot and a presentation time that are equal but for the container's rounding.
  private let tolerance: Int64
  private let frameTicks: Int64?
  /// The most recent presentation times from the container.
  private var claims: [Int64] = []
  private var oldestClaim = 0
  private var first: Int64?
  private(set) var last: Int64?
  /// The least time from decoding to presentation of a keyframe; nil until a keyframe has both times.
  private var delay: Int64?
  /// Whether a frame was presented when decoded since the last keyframe, so that one without a time is presented later.
  private var hasReordered = false
  /// Whether a frame without a presentation time took its own slot. Then the next ones do so, too.
  var takesOwn = false
  /// Whether no frame without a presentation time takes its own slot.
  var areForOthers: Bool { hasReordered && !takesOwn }

  init(frameTicks: Int64?, delay: Int64?) {
    self.frameTicks = frameTicks
    self.delay = delay
    tolerance = max((frameTicks ?? 1) - 1, 0) / 2
  }

  /// Records the presentation time that the container gives for a packet.
  mutating func claim(_ presentationTicks: Int64, by packet: PacketTiming) {
    if claims.count < PresentationSlots.greatestReordering {
      claims.append(presentationTicks)
    } else {
      claims[oldestClaim] = presentationTicks
      oldestClaim = (oldestClaim + 1) % claims.count
    }
    if !packet.isKeyframe, packet.decodeTicks == presentationTicks { hasReordered = true }
    guard packet.isKeyframe, let decodeTicks = packet.decodeTicks else { return }
    let (delay, overflow) = presentationTicks.subtractingReportingOverflow(decodeTicks)
    if !overflow, delay >= 0 { self.delay = min(self.delay ?? delay, delay) }
  }

  /// Forgets whether frames were reordered, because a keyframe begins another sequence.
  mutating func forgetOrder() { hasReordered = false }

  /// Records the next slot; returns whether it is free for a frame without a presentation time, if one waits.
  mutating func record(_ slot: Int64, isWanted: Bool) -> Bool {
    defer { last = slot }
    let first = self.first ?? slot
    self.first = first
    guard isWanted else { return false }
    let isNew = last.map { Int128(slot) - Int128($0) > tolerance } ?? true
    return isNew && isOpen(slot, from: first)
  }

  /// Returns whether `slot` is too far from the last slot, so that the media is interrupted.
  func isInterrupted(at slot: Int64) -> Bool {
    guard let last else { return false }
    if slot < last { return Int128(last) - Int128(slot) > tolerance }
    guard let frameTicks else { return false }
    return Int128(slot) - Int128(last)
      > Int128(max(frameTicks, 1)) * Int128(PresentationSlots.greatestReordering)
  }

  /// Returns whether a packet claims `slot`.
  func isClaimed(_ slot: Int64) -> Bool {
    claims.contains { abs(Int128($0) - Int128(slot)) <= tolerance }
  }

  /// Discards all slots, because the next packet is not contiguous with earlier ones.
  mutating func removeAll() {
    claims.removeAll(keepingCapacity: true)
    (oldestClaim, first, last) = (0, nil, nil)
    (hasReordered, takesOwn) = (false, false)
  }

  /// Returns whether `slot` is unclaimed and late enough: no frame is presented earlier than `delay` after `first`.
  private func isOpen(_ slot: Int64, from first: Int64) -> Bool {
    Int128(slot) - Int128(first) + Int128(tolerance) >= Int128(delay ?? 0) && !isClaimed(slot)
  }
}
