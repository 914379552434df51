import PlayheadTestEnvironment
import PlayheadTimecode
import PlayheadTimekeeping
import Testing

/// Drives a machine as an output does, on an imagined clock.
@Suite struct TimecodeMachineTests {
  private typealias Change = PlayheadCourse.Change

  private let step = MediaTime.milliseconds(10)

  private func course(
    _ position: MediaTime, at milliseconds: Int64, rate: Rate = .normal, _ change: Change? = nil
  ) -> PlayheadCourse {
    PlayheadCourse(
      position: position, instant: instant(milliseconds), rate: rate, change: change)
  }

  private func instant(_ milliseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private func events(
    _ machine: inout TimecodeMachine, at milliseconds: Int64
  ) -> [TimecodeEvent.Kind] {
    var kinds: [TimecodeEvent.Kind] = []
    while case .send(let event) = machine.next(at: instant(milliseconds)) {
      kinds.append(event.kind)
    }
    return kinds
  }

  @Test func marksFollowTheStartAndEndWithTheStop() {
    var machine = TimecodeMachine(every: step, .sequence)
    machine.record(course(.zero, at: 0, rate: .paused, .stopped))
    #expect(events(&machine, at: 500) == [.changed(.stopped)])
    machine.record(course(.zero, at: 1_000, .started))
    #expect(events(&machine, at: 1_000) == [.changed(.started), .passed(0)])
    machine.record(course(.milliseconds(10), at: 1_010))
    #expect(events(&machine, at: 1_010) == [.passed(1)])
    machine.record(course(.milliseconds(35), at: 1_035, rate: .paused, .stopped))
    #expect(
      events(&machine, at: 1_040) == [.passed(2), .passed(3), .changed(.stopped)])
    machine.record(course(.milliseconds(35), at: 2_000, rate: .paused, .stopped))
    #expect(events(&machine, at: 9_000) == [])
    #expect(machine.next(at: instant(9_000)) == .wait(until: nil))
  }

  @Test func aSeekBeginsAtThePositionSought() {
    var machine = TimecodeMachine(every: step, .sequence)
    machine.record(course(.zero, at: 0, .moved))
    _ = events(&machine, at: 0)
    machine.record(course(.milliseconds(500), at: 15, .moved))
    #expect(events(&machine, at: 15) == [.passed(1), .changed(.moved), .passed(50)])
    machine.record(course(.milliseconds(25), at: 20, .moved))
    #expect(events(&machine, at: 25) == [.changed(.moved), .passed(3)])
  }

  @Test func aSequenceBeginsAgainAfterAGap() {
    var machine = TimecodeMachine(every: step, .sequence)
    machine.record(course(.zero, at: 0, .moved))
    _ = events(&machine, at: 0)
    machine.record(course(.milliseconds(80), at: 80))
    #expect(events(&machine, at: 80) == (1...8).map { .passed($0) })
    machine.record(course(.milliseconds(170), at: 170))
    #expect(events(&machine, at: 170) == [.changed(.moved), .passed(17)])
  }

  @Test func onlyTheNewestOfLateMarksIsSent() {
    var machine = TimecodeMachine(every: step, .newest)
    machine.record(course(.zero, at: 0, .moved))
    #expect(events(&machine, at: 0) == [.changed(.moved)])
    machine.record(course(.milliseconds(50), at: 50))
    #expect(events(&machine, at: 50) == [.passed(5)])
    machine.record(course(.milliseconds(80), at: 80, rate: .paused, .stopped))
    #expect(events(&machine, at: 85) == [.changed(.stopped)])
  }

  @Test(arguments: [25, -25] as [Int64])
  func aDelayShiftsMarks(_ delay: Int64) {
    var machine = TimecodeMachine(every: step, .sequence, delay: .milliseconds(delay))
    machine.record(course(.seconds(1), at: 100, .moved))
    let start = 100 + max(delay, 0)
    #expect(events(&machine, at: start - 1).isEmpty)
    let first: [TimecodeEvent.Kind] =
      delay > 0 ? [.changed(.moved), .passed(100)] : [.changed(.moved)]
    #expect(events(&machine, at: start) == first)
    // Mark 103 is at 1.03 s.
    #expect(machine.next(at: instant(start)) == .wait(until: instant(delay > 0 ? 135 : 105)))
    machine.record(course(.seconds(1), at: 200, rate: .paused, .stopped))
    #expect(events(&machine, at: 200).last == (delay > 0 ? .passed(107) : .changed(.stopped)))
    #expect(
      events(&machine, at: 300)
        == (delay > 0 ? [.passed(108), .passed(109), .changed(.stopped)] : []))
  }

  /// An hour at 29.97 frames per second and any rate: the k-th mark is never more than a nanosecond late.
  @Test func marksDoNotDrift() throws {
    var random = SplitMix64(seed: 3)
    let step = MediaTime(ticks: 1, timebase: Timebase(1_001, 120_000))
    for rate in [Rate.normal, Rate(1, 3), Rate(999_983, 1_000_000), Rate(16, 1)] {
      var machine = TimecodeMachine(every: step, .sequence, delay: .nanoseconds(-1))
      let line = Timeline(mediaAnchor: .zero, hostAnchor: instant(0), rate: rate)
      machine.record(
        PlayheadCourse(position: .zero, instant: instant(0), rate: rate, change: .moved))
      _ = events(&machine, at: 0)
      for mark in 1...Int64(TestEffort.rounds(rate == .normal ? 431_568 : 20_000)) {
        guard case .wait(let due?) = machine.next(at: instant(0)) else {
          Issue.record("mark \(mark) is not waited for")
          return
        }
        let place = try #require(step.multiplied(by: mark))
        let exact = try #require(line.instant(of: place))
        if abs(due.nanoseconds - exact.nanoseconds + 1) > 1 {
          Issue.record("mark \(mark) is \(due.nanoseconds - exact.nanoseconds) ns late")
          return
        }
        // Corrections that agree change nothing.
        if Bool.random(using: &random) {
          machine.record(
            PlayheadCourse(
              position: line.position(at: due), instant: due, rate: rate, change: nil))
        }
        guard case .send(let event) = machine.next(at: due), event.kind == .passed(mark) else {
          Issue.record("mark \(mark) is not sent")
          return
        }
      }
    }
  }

  /// Courses that nobody can follow end in events, never in a trap or without end.
  @Test func anyCourseIsFollowed() {
    var random = SplitMix64(seed: 11)
    for marks in [TimecodeMachine.Marks.newest, .sequence] {
      for delay in [Duration.zero, .seconds(10), .seconds(-10)] {
        var machine = TimecodeMachine(every: step, marks, delay: delay)
        var now = HostInstant(nanoseconds: 0)
        for _ in 0..<TestEffort.rounds(2_000) {
          let place = Int64.random(in: -10...(.max), using: &random)
          let position = MediaTime.nanoseconds(place >> Int.random(in: 0..<63, using: &random))
          let pause = Int64.random(in: 0...(1 << 60), using: &random)
          now = now.advanced(byNanoseconds: pause >> Int64.random(in: 0..<60, using: &random))
          let change =
            [nil, .started, .moved, .stopped][Int.random(in: 0..<4, using: &random)] as Change?
          machine.record(
            PlayheadCourse(
              position: position, instant: now, rate: change == .stopped ? .paused : Rate(16, 1),
              change: change))
          var count = 0
          while case .send = machine.next(at: now), count < 100_000 { count += 1 }
          #expect(count < 100_000)
        }
      }
    }
  }
}
