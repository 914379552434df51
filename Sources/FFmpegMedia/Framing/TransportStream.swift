import Media

/// What one stream of MPEG-TS was so far, as far as it tells what is to follow.
struct TransportStream {
  struct Found {
    var kind: TransportFault.Kind
    /// Where another packet than the one taken in is meant.
    var byteOffset: Int64?
    var lastByteOffset: Int64?
  }

  private struct ClockJump {
    var step: Int64
    var byteOffset: Int64
    var lastByteOffset: Int64
  }

  /// Ticks of 27 MHz until it begins anew, and of 90 kHz.
  private static let clockRange: Int64 = 300 << 33
  private static let timestampRange: Int64 = 1 << 33
  /// Clock references come at least so often: 100 ms, and those of some files more seldom.
  private static let longestStep: Int64 = 2_700_000
  private static let greatestRatio: Int64 = 2
  /// Without timestamps that could go with the clock it is a jump only beyond a second.
  private static let longestUntimedStep: Int64 = 27_000_000

  private var counter: UInt8?
  private var isRepeated = false
  private(set) var lastByteOffset: Int64?
  private(set) var timestamp: Int64?
  private var clock: (ticks: Int64, byteOffset: Int64)?
  private var steps: (total: Int64, count: Int64) = (0, 0)
  /// Until a timestamp tells whether it goes with the clock.
  private var jump: ClockJump?

  /// The next packet, which lies at `offset`; what is wrong with it.
  mutating func take(_ packet: TransportPacket, at offset: Int64) -> Found? {
    defer { lastByteOffset = offset }
    // Nothing in it can be relied on.
    if packet.isDamaged {
      (counter, jump) = (nil, nil)
      return Found(kind: .damage)
    }
    let isContinuous = takeCounter(of: packet)
    // A packet that came twice has the same in it.
    if isRepeated { return nil }
    if packet.isDiscontinuous {
      clock = nil
      jump = nil
    }
    var found = takeClock(of: packet, at: offset)
    if packet.beginsUnit, let ticks = packet.timestamp { found = takeTimestamp(ticks) ?? found }
    return isContinuous ? found : Found(kind: .discontinuity)
  }

  private mutating func takeCounter(of packet: TransportPacket) -> Bool {
    guard packet.hasPayload else { return true }
    let counter = self.counter
    self.counter = packet.counter
    guard let counter, !packet.isDiscontinuous else {
      isRepeated = false
      return true
    }
    if packet.counter == counter, !isRepeated {
      isRepeated = true
      return true
    }
    isRepeated = false
    return packet.counter == (counter + 1) & 0x0F
  }

  private mutating func takeClock(of packet: TransportPacket, at offset: Int64) -> Found? {
    guard let ticks = packet.clock else { return nil }
    defer { clock = (ticks, offset) }
    guard let clock else { return nil }
    let step = TransportStream.step(from: clock.ticks, to: ticks, range: Self.clockRange)
    let isLong =
      step > Self.longestStep && steps.count >= 4
      && step > Self.greatestRatio * (steps.total / steps.count)
    guard step < 0 || isLong else {
      steps = (steps.total + step, steps.count + 1)
      return nil
    }
    if timestamp != nil {
      jump = ClockJump(step: step, byteOffset: offset, lastByteOffset: clock.byteOffset)
    } else if step < 0 || step > Self.longestUntimedStep {
      return Found(kind: .clockJump(ticks: step), lastByteOffset: clock.byteOffset)
    }
    return nil
  }

  private mutating func takeTimestamp(_ ticks: Int64) -> Found? {
    defer { timestamp = ticks }
    guard let jump = jump.take(), let timestamp else { return nil }
    let step = TransportStream.step(from: timestamp, to: ticks, range: Self.timestampRange) * 300
    let distance = abs(step - jump.step)
    guard distance > max(Self.longestStep, abs(jump.step) / 2) else { return nil }
    return Found(
      kind: .clockJump(ticks: jump.step), byteOffset: jump.byteOffset,
      lastByteOffset: jump.lastByteOffset)
  }

  /// The shorter way around.
  private static func step(from one: Int64, to other: Int64, range: Int64) -> Int64 {
    let distance = (other - one) % range
    if distance > range / 2 { return distance - range }
    return distance < -range / 2 ? distance + range : distance
  }
}
