import Testing

@testable import Timekeeping

@Suite struct AlarmRosterTests {
  private func at(_ microseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: microseconds * 1_000)
  }

  private func alarms(_ count: Int, served: Bool = true) -> [Alarm] {
    (0..<count).map { _ in served ? Alarm(serve: {}, ring: {}) : Alarm(ring: {}) }
  }

  /// What the turn is, with the places that its alarms have in `alarms`.
  private func turn(
    _ roster: inout AlarmRoster, of thread: Int, at now: HostInstant, _ alarms: [Alarm]
  ) -> String {
    func place(_ alarm: Alarm) -> String {
      alarms.firstIndex { $0 === alarm }?.description ?? "?"
    }
    func text(_ instant: HostInstant) -> String { "\(instant.nanoseconds / 1_000)" }
    switch roster.turn(of: thread, at: now) {
    case .sleep(let instant): return "sleep " + (instant.map(text) ?? "on")
    case .linger(let instant): return "linger " + text(instant)
    case .ring(let due): return "ring " + due.map(place).joined(separator: " ")
    case .serve(let alarm, let woken):
      return "serve " + place(alarm) + (woken.map { ", wake \($0)" } ?? "")
    }
  }

  @Test func oneThreadWaitsForTheFirstAlarmAndTheOtherForNone() {
    var roster = AlarmRoster()
    let set = alarms(2)
    #expect(turn(&roster, of: 0, at: at(0), set) == "sleep on")
    #expect(roster.set(set[0], to: at(9_000)) == nil, "the other one has not looked yet")
    #expect(turn(&roster, of: 1, at: at(1), set) == "sleep 9000")
    #expect(turn(&roster, of: 0, at: at(2), set) == "sleep on")
    #expect(roster.set(set[1], to: at(9_500)) == nil)
    #expect(roster.set(set[1], to: at(5_000)) == 1)
    #expect(roster.set(set[1], to: at(4_000)) == nil, "it is awake already")
    #expect(turn(&roster, of: 1, at: at(3), set) == "sleep 4000")
    #expect(roster.set(set[1], to: nil) == nil)
    #expect(turn(&roster, of: 1, at: at(4_000), set) == "sleep 9000")
  }

  @Test func whoWakesServesAndTheOtherIsThereForTheNext() {
    var roster = AlarmRoster()
    let set = alarms(3)
    for thread in 0..<2 { _ = roster.turn(of: thread, at: at(0)) }
    #expect(roster.set(set[0], to: at(9_000)) == 0)
    #expect(roster.set(set[1], to: at(50_000)) == nil)
    #expect(turn(&roster, of: 0, at: at(1), set) == "sleep 9000")
    #expect(turn(&roster, of: 0, at: at(9_000), set) == "serve 0, wake 1")
    #expect(turn(&roster, of: 1, at: at(9_001), set) == "sleep 50000")
    // The work sets its own alarm anew: that wakes nobody.
    #expect(roster.set(set[0], to: at(19_000)) == nil)
    #expect(turn(&roster, of: 0, at: at(9_002), set) == "sleep 19000")
    #expect(turn(&roster, of: 0, at: at(19_000), set) == "serve 0")
    // Somebody else's does.
    #expect(roster.set(set[2], to: at(20_000)) == 1)
    #expect(turn(&roster, of: 1, at: at(19_001), set) == "sleep 20000")
    #expect(turn(&roster, of: 1, at: at(20_000), set) == "ring 2", "one is served at a time")
  }

  @Test func whatIsDueAtOnceOrCannotBeServedIsHandedOn() {
    var roster = AlarmRoster()
    let set = alarms(2) + alarms(1, served: false)
    for (alarm, instant) in zip(set, [1_000, 1_000, 5_000]) {
      _ = roster.set(alarm, to: at(Int64(instant)))
    }
    #expect(turn(&roster, of: 0, at: at(1_000), set) == "ring 0 1")
    #expect(turn(&roster, of: 0, at: at(5_000), set) == "ring 2")
    #expect(turn(&roster, of: 0, at: at(5_001), set) == "sleep on")
  }

  @Test func manyAreHandedOnAndShareWakings() {
    var roster = AlarmRoster()
    let set = alarms(40)
    for (index, alarm) in set.enumerated() {
      _ = roster.set(alarm, to: at(10_000 + Int64(index) * 100))
    }
    #expect(turn(&roster, of: 0, at: at(0), set) == "sleep 10000")
    #expect(turn(&roster, of: 0, at: at(10_000), set) == "ring 0")
    #expect(turn(&roster, of: 0, at: at(10_001), set) == "sleep 10500")
    #expect(turn(&roster, of: 0, at: at(10_500), set) == "ring 1 2 3 4 5")
  }

  @Test func aThreadIsWokenSoonerByAsMuchAsItWakesLate() {
    var roster = AlarmRoster()
    let set = alarms(1)
    var now: Int64 = 0
    var slept: [String] = []
    for beat in 1...200 as ClosedRange<Int64> {
      let due = beat * 10_000
      _ = roster.set(set[0], to: at(due))
      let sleep = turn(&roster, of: 0, at: at(now), set)
      slept.append(sleep)
      let until = Int64(sleep.split(separator: " ")[1])
      #expect(until.map { $0 <= due && $0 >= due - 200 } ?? false)
      // This machine wakes 100 µs late.
      now = (until ?? due) + 100
      var next = turn(&roster, of: 0, at: at(now), set)
      if now < due {
        #expect(next == "linger \(due)", "it is never served before it is due")
        now = due
        next = turn(&roster, of: 0, at: at(now), set)
      }
      #expect(next == "serve 0")
    }
    #expect(slept.first == "sleep 10000")
    #expect(slept.last == "sleep \(2_000_000 - 100)")
    // Nothing is gained where the sleep is as short.
    _ = roster.set(set[0], to: at(now + 1_000))
    #expect(turn(&roster, of: 0, at: at(now), set) == "sleep \(now + 1_000)")
    _ = roster.set(set[0], to: at(now + 50))
    #expect(turn(&roster, of: 0, at: at(now), set) == "linger \(now + 50)")
  }

  /// Two threads that wake late by chance, one of them held up by its work: whatever is set, one
  /// that is free is awake by then or will be.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func somebodyIsThereForEveryAlarm(seed: UInt64) {
    struct Thread {
      var until: Int64? = 0
      var serves: Alarm?
    }
    var random = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ bound: Int64) -> Int64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(random >> 33) % bound
    }
    var roster = AlarmRoster()
    let set = alarms(6)
    var instants: [ObjectIdentifier: Int64] = [:]
    var threads = [Thread(), Thread()]
    var now: Int64 = 0
    for _ in 0..<2_000 {
      now += next(3_000)
      if next(2) == 0 {
        let alarm = set[Int(next(6))]
        let instant = next(4) == 0 ? nil : now + next(20_000)
        instants[ObjectIdentifier(alarm)] = instant
        if let woken = roster.set(alarm, to: instant.map(at)) { threads[woken].until = now }
      }
      for index in threads.indices {
        if threads[index].serves != nil, next(3) > 0 { continue }
        guard threads[index].serves != nil || threads[index].until.map({ $0 <= now }) ?? false
        else { continue }
        threads[index] = Thread()
        switch roster.turn(of: index, at: at(now)) {
        case .sleep(let instant): threads[index].until = instant.map { $0.nanoseconds / 1_000 }
        case .linger(let instant): threads[index].until = instant.nanoseconds / 1_000
        case .ring(let due):
          threads[index].until = now
          for alarm in due { instants[ObjectIdentifier(alarm)] = nil }
        case .serve(let alarm, let woken):
          threads[index] = Thread(until: nil, serves: alarm)
          instants[ObjectIdentifier(alarm)] = nil
          if let woken { threads[woken].until = now }
        }
      }
      // What is being served can be served by nobody else.
      let served = threads.compactMap { $0.serves.map(ObjectIdentifier.init) }
      let others = instants.filter { !served.contains($0.key) }
      guard let first = others.values.min() else { continue }
      // A thread that lingers comes late by what it lingers.
      let late = max(first, now) + 200
      #expect(threads.contains { $0.serves == nil && $0.until.map { $0 <= late } ?? false })
    }
  }
}
