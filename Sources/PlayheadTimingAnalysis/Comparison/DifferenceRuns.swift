import PlayheadTimekeeping

/// Collects the differences of packets, and joins those that follow each other and are alike.
struct DifferenceRuns {
  typealias Difference = PacketComparison.Difference

  /// A packet without a counterpart, which the next packet of the other side may be.
  private struct Pending {
    let ticks: Int64
    let seconds: Double
    let isMissing: Bool
  }

  /// Packets farther apart are not the same.
  private static let greatestMove = 0.25

  private let timebase: Timebase
  private let otherTimebase: Timebase
  private let shift: MediaTime
  private let tolerance: Double
  private var pending: Pending?
  private var last: Difference?
  private(set) var list = CappedList<Difference>()
  private(set) var counts: [Difference.Kind: Int] = [:]

  init(_ timebase: Timebase, _ otherTimebase: Timebase, _ shift: MediaTime, tolerance: Double) {
    (self.timebase, self.otherTimebase) = (timebase, otherTimebase)
    (self.shift, self.tolerance) = (shift, tolerance)
  }

  /// Adds a packet that the other recording lacks.
  mutating func addMissing(_ ticks: Int64, _ seconds: Double) {
    add(Pending(ticks: ticks, seconds: seconds, isMissing: true))
  }

  /// Adds a packet that only the other recording has.
  mutating func addAdded(_ ticks: Int64, _ seconds: Double, isDoubled: Bool) {
    let time = MediaTime(ticks: ticks, timebase: otherTimebase)
    if isDoubled { return append(Difference(kind: .doubled, start: time, end: time)) }
    add(Pending(ticks: ticks, seconds: seconds, isMissing: false))
  }

  /// Ends a run of differences at a packet that both recordings have.
  mutating func endRun() {
    flush()
    if let last { list.append(last) }
    last = nil
  }

  private mutating func add(_ packet: Pending) {
    if let before = pending, before.isMissing != packet.isMissing,
      abs(before.seconds - packet.seconds) < Self.greatestMove
    {
      pending = nil
      let (one, other) = before.isMissing ? (before, packet) : (packet, before)
      let time = MediaTime(ticks: other.ticks, timebase: otherTimebase)
      let delay = time.subtracting(MediaTime(ticks: one.ticks, timebase: timebase))
        .flatMap { $0.subtracting(shift) }
      append(Difference(kind: .moved, start: time, end: time, delay: delay))
      return
    }
    flush()
    pending = packet
  }

  private mutating func flush() {
    guard let packet = pending else { return }
    pending = nil
    let time = MediaTime(
      ticks: packet.ticks, timebase: packet.isMissing ? timebase : otherTimebase)
    append(Difference(kind: packet.isMissing ? .missing : .added, start: time, end: time))
  }

  private mutating func append(_ difference: Difference) {
    counts[difference.kind, default: 0] += 1
    if let last, last.kind == difference.kind, isAlike(last.delay, difference.delay) {
      self.last?.count += 1
      self.last?.end = difference.end
      return
    }
    if let last { list.append(last) }
    last = difference
  }

  private func isAlike(_ one: MediaTime?, _ other: MediaTime?) -> Bool {
    abs((one?.seconds ?? 0) - (other?.seconds ?? 0)) <= tolerance
  }
}
