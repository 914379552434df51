import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The machine alone, with readings in orders that only concurrency causes.
@Suite struct ProgressMachineTests {
  private func reading(
    _ milliseconds: Int64, _ state: PlaybackState, sequence: Int
  ) -> PlaybackReading {
    let instant = HostInstant(nanoseconds: milliseconds * 1_000_000)
    return PlaybackReading(
      instant: instant, position: .milliseconds(milliseconds), duration: nil, rate: .normal,
      state: state,
      timeline: Timeline(
        mediaAnchor: .zero, hostAnchor: HostInstant(nanoseconds: 0), rate: .normal),
      stop: nil, sequence: sequence)
  }

  private func change(_ cause: ProgressCause, _ reading: PlaybackReading) -> PlaybackChange {
    PlaybackChange(
      sequence: reading.sequence, cause: cause, from: reading.position, reading: reading,
      position: reading.position)
  }

  @Test func theEndNeverComesWithAReadingFromBeforeIt() {
    var machine = ProgressMachine(
      .interval(.seconds(1)), remembersUndelivered: true, from: reading(0, .playing, sequence: 0))
    machine.request(.unlimited)
    // The player was read before it ended; the end is noted before the reading is used.
    machine.record(change(.ended, reading(400, .ended, sequence: 1)))
    guard case .readAgain = machine.next(reading(200, .playing, sequence: 0)) else {
      Issue.record("an old reading was used")
      return
    }
    guard case .deliver(let value) = machine.next(reading(400, .ended, sequence: 1)) else {
      Issue.record("the end was not delivered")
      return
    }
    #expect(value.cause == .ended && value.state == .ended)
    #expect(value.position == .milliseconds(400))
  }

  /// The percentage is late because the duration becomes known in the pause.
  @Test func aLateBoundaryWhilePausedIsNoEnd() {
    var machine = ProgressMachine(
      .percentages([5]), remembersUndelivered: true, until: .ended,
      from: reading(0, .playing, sequence: 0))
    machine.request(.unlimited)
    _ = machine.next(reading(0, .playing, sequence: 0))
    machine.record(change(.paused, reading(2_000, .paused, sequence: 1)))
    _ = machine.next(reading(2_000, .paused, sequence: 1))
    var known = reading(2_000, .paused, sequence: 1)
    known.duration = MediaDuration(time: .seconds(10), isExact: true)
    guard case .deliver(let value) = machine.next(known) else {
      Issue.record("the boundary was not delivered")
      return
    }
    #expect(value.cause == .boundary && value.boundary?.percentage == 5)
    #expect(value.endInstant == nil && !machine.isFinished)
  }

  @Test func theArrivalAtTheForwardEndIsAnEnd() {
    var machine = ProgressMachine(
      .times([.seconds(1)]), remembersUndelivered: true, until: .ended,
      from: reading(0, .playing, sequence: 0))
    machine.request(.unlimited)
    machine.record(change(.boundary, reading(1_000, .paused, sequence: 1)))
    guard case .deliver(let value) = machine.next(reading(1_000, .paused, sequence: 1)) else {
      Issue.record("the end was not delivered")
      return
    }
    #expect(value.cause == .boundary && value.endInstant != nil && machine.isFinished)
  }

  @Test func aReadingOfATimelineThatIsNotKnownYetGivesNoUpdate() {
    var machine = ProgressMachine(
      .interval(.milliseconds(100)), remembersUndelivered: true,
      from: reading(0, .playing, sequence: 0))
    machine.request(.unlimited)
    _ = machine.next(reading(0, .playing, sequence: 0))
    guard case .wait(until: nil) = machine.next(reading(90_000, .playing, sequence: 1)) else {
      Issue.record("an update of a jump that was not noted")
      return
    }
    machine.record(change(.seeked, reading(90_000, .playing, sequence: 1)))
    guard case .deliver(let value) = machine.next(reading(90_001, .playing, sequence: 1)) else {
      Issue.record("the jump was not delivered")
      return
    }
    // With demand, a change is delivered with its own position.
    #expect(value.cause == .seeked && value.position == .milliseconds(90_000))
    #expect(value.skipped == 899)
  }

  @Test func aChangeThatWaitedIsNotReportedAheadOfTheOneThatFollowedIt() {
    var machine = ProgressMachine(
      .interval(.seconds(1)), remembersUndelivered: true, from: reading(0, .playing, sequence: 0))
    machine.record(change(.stalled, reading(10, .stalled, sequence: 1)))
    machine.request(.max(1))
    // Playback has resumed, which is not noted yet.
    guard case .deliver(let stall) = machine.next(reading(27, .playing, sequence: 2)) else {
      Issue.record("the stall was not delivered")
      return
    }
    #expect(stall.cause == .stalled && stall.state == .stalled)
    #expect(stall.position == .milliseconds(10))
    machine.request(.max(1))
    machine.record(change(.resumed, reading(11, .playing, sequence: 2)))
    guard case .deliver(let value) = machine.next(reading(30, .playing, sequence: 2)) else {
      Issue.record("the resumption was not delivered")
      return
    }
    #expect(value.cause == .resumed && value.position == .milliseconds(11))
  }

  @Test func countsOfSkippedUpdatesDoNotOverflow() {
    var machine = ProgressMachine(
      .interval(.nanoseconds(1)), remembersUndelivered: true,
      from: reading(0, .playing, sequence: 0))
    for sequence in 1...3 {
      var last = reading(0, .playing, sequence: sequence)
      last.position = .zero
      var change = change(.seeked, last)
      change.from = .nanoseconds(.max / 2)
      machine.record(change)
    }
    machine.request(.max(1))
    guard case .deliver(let value) = machine.next(reading(0, .playing, sequence: 3)) else {
      Issue.record("nothing was delivered")
      return
    }
    #expect(value.skipped == .max)
  }
}
