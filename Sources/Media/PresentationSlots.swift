/// The times at which frames of a track are presented, if only some frames have a presentation time.
///
/// While frames follow each other steadily, one is presented whenever one is decoded. So each decode
/// time is a slot for a frame, and the slots that no presentation time claims are left for the frames
/// without one.
struct PresentationSlots: Sendable {
  /// Codecs reorder by so many frames at most.
  private static let greatestReordering: Int64 = 16

  /// How far a slot and a presentation time may be apart and be the same: containers round.
  private let tolerance: Int64
  private let frameTicks: Int64?
  /// The presentation times that containers gave last.
  private var claims: [Int64] = []
  private var oldestClaim = 0
  private var first: Int64?
  private(set) var last: Int64?
  /// The least time between decoding and presentation of a keyframe; nil if no keyframe is known to have both.
  private var delay: Int64?

  init(frameTicks: Int64?, delay: Int64?) {
    self.frameTicks = frameTicks
    self.delay = delay
    tolerance = max((frameTicks ?? 1) - 1, 0) / 2
  }

  /// Records the times that the container gives for a packet.
  mutating func claim(_ presentationTicks: Int64, by packet: PacketTiming) {
    if claims.count < PresentationSlots.greatestReordering {
      claims.append(presentationTicks)
    } else {
      claims[oldestClaim] = presentationTicks
      oldestClaim = (oldestClaim + 1) % claims.count
    }
    guard packet.isKeyframe, let decodeTicks = packet.decodeTicks else { return }
    let (delay, overflow) = presentationTicks.subtractingReportingOverflow(decodeTicks)
    if !overflow, delay >= 0 { self.delay = min(self.delay ?? delay, delay) }
  }

  /// Records the next slot. Returns whether it is free for a frame without a presentation time, if
  /// one is waiting for it.
  mutating func take(_ slot: Int64, isWanted: Bool) -> Bool {
    defer { last = slot }
    let first = self.first ?? slot
    self.first = first
    guard isWanted else { return false }
    let isNew = last.map { Int128(slot) - Int128($0) > tolerance } ?? true
    return isNew && isOpen(slot, from: first)
  }

  /// Whether the times do not continue up to `slot`: the media does not either.
  func isInterrupted(at slot: Int64) -> Bool {
    guard let last else { return false }
    if slot < last { return Int128(last) - Int128(slot) > tolerance }
    guard let frameTicks else { return false }
    return Int128(slot) - Int128(last)
      > Int128(max(frameTicks, 1)) * Int128(PresentationSlots.greatestReordering)
  }

  /// Whether a packet claims `slot`.
  func isClaimed(_ slot: Int64) -> Bool {
    claims.contains { abs(Int128($0) - Int128(slot)) <= tolerance }
  }

  /// Forgets the packets before: the next one is of another place.
  mutating func removeAll() {
    claims.removeAll(keepingCapacity: true)
    (oldestClaim, first, last) = (0, nil, nil)
  }

  /// The first packet is presented at least `delay` after it is decoded, and no packet before it.
  private func isOpen(_ slot: Int64, from first: Int64) -> Bool {
    Int128(slot) - Int128(first) + Int128(tolerance) >= Int128(delay ?? 0) && !isClaimed(slot)
  }
}
