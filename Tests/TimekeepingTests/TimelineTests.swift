import Testing
import PlayheadTimekeeping

@Suite struct TimelineTests {
  private func timeline(at media: MediaTime = .zero, rate: Rate) -> Timeline {
    Timeline(mediaAnchor: media, hostAnchor: HostInstant(nanoseconds: 1_000), rate: rate)
  }

  @Test func positionFollowsTheRate() {
    let timeline = timeline(at: .seconds(3), rate: Rate(3, 2))
    #expect(timeline.position(at: HostInstant(nanoseconds: 1_000)) == .seconds(3))
    #expect(timeline.position(at: HostInstant(nanoseconds: 0)) == .seconds(3))
    #expect(timeline.position(at: HostInstant(nanoseconds: 2_000_001_000)) == .seconds(6))
  }

  @Test func aPausedTimelineDoesNotMove() {
    let timeline = timeline(at: .seconds(3), rate: .paused)
    #expect(timeline.position(at: HostInstant(nanoseconds: .max)) == .seconds(3))
    #expect(timeline.instant(of: .seconds(4)) == nil)
    #expect(timeline.instant(of: .seconds(3)) == timeline.hostAnchor)
  }

  /// The instant of a time is the first at which the position has reached that time.
  @Test(arguments: [Rate(1, 10), Rate(1, 3), Rate(1, 1), Rate(7, 3), Rate(16, 1)])
  func instantIsTheInverseOfPosition(rate: Rate) throws {
    let anchors = [
      MediaTime.zero, .nanoseconds(17), MediaTime(ticks: 5, timebase: Timebase(1_001, 30_000)),
    ]
    for anchor in anchors {
      let timeline = timeline(at: anchor, rate: rate)
      for step in 1...200 {
        let time = try #require(
          anchor.adding(MediaTime(ticks: Int64(step) * 977, timebase: Timebase(1, 44_100))))
        let instant = try #require(timeline.instant(of: time))
        #expect(timeline.position(at: instant) >= time)
        #expect(timeline.position(at: instant.advanced(byNanoseconds: -1)) < time)
      }
    }
  }

  @Test func positionsNeverGoBackAfterAnAnchorBetweenNanoseconds() {
    let anchor = MediaTime(ticks: 1, timebase: Timebase(1, 3))
    let timeline = timeline(at: anchor, rate: Rate(1, 10))
    var last = timeline.position(at: timeline.hostAnchor)
    #expect(last == anchor)
    for nanoseconds in 1...100 {
      let position = timeline.position(
        at: timeline.hostAnchor.advanced(byNanoseconds: Int64(nanoseconds)))
      #expect(position >= last)
      last = position
    }
  }

  @Test func extremesNeitherTrapNorWrap() {
    let timeline = timeline(at: .nanoseconds(.max - 5), rate: Rate(16, 1))
    #expect(timeline.position(at: HostInstant(nanoseconds: .max)) == .nanoseconds(.max))
    let slow = Timeline(
      mediaAnchor: .nanoseconds(.min), hostAnchor: HostInstant(nanoseconds: .min), rate: Rate(1, 10)
    )
    #expect(slow.instant(of: .nanoseconds(.max)) == nil)
    #expect(slow.position(at: HostInstant(nanoseconds: .max)) < .zero)
  }
}
