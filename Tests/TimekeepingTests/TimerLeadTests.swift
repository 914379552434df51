import Testing

@testable import PlayheadTimekeeping

@Suite struct TimerLeadTests {
  @Test func theFirstTimersAreScheduledWithoutALead() {
    var lead = TimerLead()
    for _ in 0..<15 {
      lead.record(late: 120_000)
      #expect(lead.nanoseconds == 0)
    }
    lead.record(late: 120_000)
    #expect(lead.nanoseconds == 120_000)
  }

  @Test func fewFiringsAreEarly() {
    var lead = TimerLead()
    var early = 0
    var seed: UInt64 = 1
    for _ in 0..<10_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let late = 80_000 + Int64(seed >> 33) % 50_000
      if late < lead.nanoseconds { early += 1 }
      lead.record(late: late)
    }
    #expect((200...600).contains(early))
    #expect((80_000..<95_000).contains(lead.nanoseconds))
  }

  @Test func lateFiringsDoNotIncreaseTheLead() {
    var lead = TimerLead()
    for round in 0..<64 { lead.record(late: round % 4 == 0 ? 50_000 : 1_000_000_000) }
    #expect(lead.nanoseconds == 50_000)
    for _ in 0..<64 { lead.record(late: 1_000_000_000) }
    #expect(lead.nanoseconds == 200_000)
  }

  @Test func anEarlyFiringReducesTheLeadImmediately() {
    var lead = TimerLead()
    for _ in 0..<32 { lead.record(late: 100_000) }
    lead.record(late: 30_000)
    #expect(lead.nanoseconds == 30_000)
    lead.record(late: -5)
    #expect(lead.nanoseconds == 0)
  }
}
