import PlayheadMedia

/// The state of one PID that its next packet is checked against.
struct TransportStream {
  struct Found {
    var kind: TransportDefect.Kind
    /// The offset, unless it is that of the current packet.
    var byteOffset: Int64?
    var lastByteOffset: Int64?
  }

  private struct ClockJump {
    var step: Int64
    var byteOffset: Int64
    var lastByteOffset: Int64
  }

  /// The ranges of the counters, in ticks of 27 MHz and 90 kHz.
  private static let clockRange: Int64 = 300 << 33
  private static let timestampRange: Int64 = 1 << 33
  /// 100 ms, the maximum distance of clock references (ISO/IEC 13818-1, 2.7.2), which some files exceed.
  /// So a jump is also more than twice the mean distance.
  private static let longestStep: Int64 = 2_700_000
  private static let greatestRatio: Int64 = 2
  /// One second, for a PID without timestamps to compare with.
  private static let longestUntimedStep: Int64 = 27_000_000

  private var counter: UInt8?
  private var isRepeated = false
  private(set) var lastByteOffset: Int64?
  private(set) var timestamp: Int64?
  private var clock: (ticks: Int64, byteOffset: Int64)?
  private var steps: (total: Int64, count: Int64) = (0, 0)
  /// A jump that the next timestamp will confirm or not.
  private var jump: ClockJump?

  /// Checks the next packet and returns an error, if it has one.
  mutating func check(_ packet: TransportPacket, at offset: Int64) -> Found? {
    defer { lastByteOffset = offset }
    // Its fields are unreliable.
    if packet.isDamaged {
      (counter, jump) = (nil, nil)
      return Found(kind: .damage)
    }
    let isContinuous = checkCounter(of: packet)
    // A duplicate has the same content.
    if isRepeated { return nil }
    if packet.isDiscontinuous {
      clock = nil
      jump = nil
    }
    var found = checkClock(of: packet, at: offset)
    if packet.beginsUnit, let ticks = packet.timestamp { found = checkTimestamp(ticks) ?? found }
    return isContinuous ? found : Found(kind: .discontinuity)
  }

  private mutating func checkCounter(of packet: TransportPacket) -> Bool {
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

  private mutating func checkClock(of packet: TransportPacket, at offset: Int64) -> Found? {
    guard let ticks = packet.clock else { return nil }
    defer { clock = (ticks, offset) }
    guard let clock else { return nil }
    let step = TransportStream.step(from: clock.ticks, to: ticks, range: Self.clockRange)
    let isLong =
      step > Self.longestStep && steps.count >= 4
      && step > Self.greatestRatio * (steps.total / steps.count)
    guard step < 0 || isLong else {
      let (total, overflow) = steps.total.addingReportingOverflow(step)
      steps = overflow ? (step, 1) : (total, steps.count + 1)
      return nil
    }
    if timestamp != nil {
      jump = ClockJump(step: step, byteOffset: offset, lastByteOffset: clock.byteOffset)
    } else if step < 0 || step > Self.longestUntimedStep {
      return Found(kind: .clockJump(ticks: step), lastByteOffset: clock.byteOffset)
    }
    return nil
  }

  private mutating func checkTimestamp(_ ticks: Int64) -> Found? {
    defer { timestamp = ticks }
    guard let jump = jump.take(), let timestamp else { return nil }
    let step = TransportStream.step(from: timestamp, to: ticks, range: Self.timestampRange) * 300
    let distance = abs(step - jump.step)
    guard distance > max(Self.longestStep, abs(jump.step) / 2) else { return nil }
    return Found(
      kind: .clockJump(ticks: jump.step), byteOffset: jump.byteOffset,
      lastByteOffset: jump.lastByteOffset)
  }

  /// Returns the distance, taking the shorter way around the counter.
  private static func step(from one: Int64, to other: Int64, range: Int64) -> Int64 {
    let distance = (other - one) % range
    if distance > range / 2 { return distance - range }
    return distance < -range / 2 ? distance + range : distance
  }
}
