import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct EventLogTests {
  private func change(_ cause: ProgressCause) -> PlaybackChange {
    let zero = HostInstant(nanoseconds: 0)
    let reading = PlaybackReading(
      instant: zero, position: .zero, rate: .normal, state: .playing,
      timeline: Timeline(mediaAnchor: .zero, hostAnchor: zero, rate: .normal), sequence: 0)
    return PlaybackChange(cause: cause, from: .zero, reading: reading, position: .zero)
  }

  @Test func changesAreNumberedInOrderAndReturnedOnce() {
    var log = EventLog()
    log.append(change(.started))
    log.append(.status(.readyToPlay))
    log.append(change(.paused))
    #expect(log.hasNews && log.sequence == 2)
    let taken = log.removeEvents().map { event in
      guard case .changed(let change) = event else { return "status" }
      return "\(change.sequence) \(change.reading.sequence) \(change.cause)"
    }
    #expect(taken == ["1 1 started", "status", "2 2 paused"])
    #expect(log.removeEvents().isEmpty && !log.hasNews)
    log.append(change(.ended))
    #expect(log.sequence == 3)
  }

  @Test func aRequestToRescheduleRemainsUntilItIsTaken() {
    var log = EventLog()
    log.requestReschedule()
    #expect(log.hasNews)
    let leaps = [log.clearReschedule(), log.clearReschedule()]
    #expect(leaps == [true, false] && !log.hasNews)
  }

  @Test func stallsAddUp() {
    func instant(_ seconds: Int64) -> HostInstant {
      HostInstant(nanoseconds: seconds * 1_000_000_000)
    }
    var meter = StallMeter()
    meter.update(isStalled: true, at: instant(1))
    #expect(meter.total(at: instant(3)) == .seconds(2))
    meter.update(isStalled: false, at: instant(4))
    #expect(meter.total(at: instant(9)) == .seconds(3))
    // The next reading is when the media ended, which may be past.
    meter.update(isStalled: true, at: instant(8))
    meter.update(isStalled: true, at: instant(10))
    #expect(meter.total(at: instant(11)) == .seconds(6))
    #expect(meter.total(at: instant(9)) == .seconds(5))
  }
}
