import Testing

@testable import PlayheadTimekeeping

@Suite struct WakeupScheduleTests {
  private func at(_ nanoseconds: Int64) -> HostInstant { HostInstant(nanoseconds: nanoseconds) }

  /// Returns the turn as text, with each wakeup as its index.
  private func turn(
    _ schedule: inout WakeupSchedule, at now: Int64, _ wakeups: [Wakeup]
  ) -> String {
    switch schedule.turn(at: at(now)) {
    case .run(let due):
      let indices = due.map { one in wakeups.firstIndex { $0 === one }?.description ?? "?" }
      return "run " + indices.joined(separator: " ")
    case .sleep(let end): return "sleep " + (end.map { "\($0.nanoseconds)" } ?? "on")
    }
  }

  @Test func theThreadStartsWithTheFirstInstantAndIsWokenForEarlierOnesOnly() {
    var schedule = WakeupSchedule()
    let wakeups = (0..<3).map { _ in Wakeup {} }
    #expect(schedule.set(wakeups[0], to: nil) == .none)
    #expect(schedule.set(wakeups[0], to: at(90)) == .start)
    #expect(schedule.set(wakeups[1], to: at(80)) == .none, "it has not slept yet")
    #expect(turn(&schedule, at: 0, wakeups) == "sleep 80")
    #expect(schedule.set(wakeups[2], to: at(85)) == .none)
    #expect(schedule.set(wakeups[2], to: at(40)) == .wake)
    #expect(schedule.set(wakeups[2], to: at(30)) == .none, "it is awake already")
    #expect(turn(&schedule, at: 10, wakeups) == "sleep 30")
    #expect(schedule.set(wakeups[2], to: nil) == .none)
    #expect(turn(&schedule, at: 30, wakeups) == "sleep 80")
  }

  @Test func dueWakeupsRunInOrderAndOnce() {
    var schedule = WakeupSchedule()
    let wakeups = (0..<8).map { _ in Wakeup {} }
    for (index, instant) in [70, 20, 50, 10, 80, 30, 60, 40].enumerated() {
      _ = schedule.set(wakeups[index], to: at(Int64(instant)))
    }
    _ = schedule.set(wakeups[5], to: at(75))
    _ = schedule.set(wakeups[2], to: nil)
    #expect(turn(&schedule, at: 45, wakeups) == "run 3 1 7")
    #expect(turn(&schedule, at: 45, wakeups) == "sleep 60")
    #expect(turn(&schedule, at: 100, wakeups) == "run 6 0 5 4")
    #expect(turn(&schedule, at: 100, wakeups) == "sleep on")
    #expect(schedule.set(wakeups[0], to: at(101)) == .wake)
  }
}
