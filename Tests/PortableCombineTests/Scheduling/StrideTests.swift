import Dispatch
import PortableCombine
import Testing

@Suite struct StrideTests {
  typealias Time = DispatchQueue.SchedulerTimeType
  typealias Stride = Time.Stride

  @Test func literalsAreSeconds() {
    #expect((0.3 as Stride).magnitude == 300_000_000)
    #expect((2 as Stride).magnitude == 2_000_000_000)
    #expect(Stride(exactly: 2) == .seconds(2))
  }

  @Test func unitsAreThoseOfTheirNames() {
    #expect(Stride.seconds(1).magnitude == 1_000_000_000)
    #expect(Stride.seconds(0.5).magnitude == 500_000_000)
    #expect(Stride.milliseconds(1).magnitude == 1_000_000)
    #expect(Stride.microseconds(1).magnitude == 1_000)
    #expect(Stride.nanoseconds(1).magnitude == 1)
    #expect(Stride(.milliseconds(3)) == .milliseconds(3))
    #expect(Stride(.never).magnitude == .max)
    #expect(Stride.milliseconds(3).timeInterval == .nanoseconds(3_000_000))
  }

  @Test func calculates() {
    var stride: Stride = 1.5
    stride += 1
    #expect(stride == 2.5)
    stride -= 0.5
    #expect(stride == 2)
    #expect(-stride == -2)
    #expect(stride * .nanoseconds(3) == 6)
    stride *= .nanoseconds(2)
    #expect(stride == 4)
    #expect(Stride.milliseconds(1) < .milliseconds(2))
  }

  @Test func whatIsTooLongToCountIsAsLongAsCanBe() {
    #expect(Stride.seconds(Int.max).magnitude == .max)
    #expect(Stride.seconds(Int.min).magnitude == .min)
    #expect(Stride.seconds(Double.infinity).magnitude == .max)
    #expect(Stride.seconds(-Double.greatestFiniteMagnitude).magnitude == .min)
    #expect(Stride.seconds(Double.nan).magnitude == 0)
    #expect(Stride.milliseconds(Int.max) + .seconds(1) == .nanoseconds(.max))
    #expect(Stride.nanoseconds(.min) - .nanoseconds(1) == .nanoseconds(.min))
    #expect(Stride.seconds(Int.max) * -2 == .nanoseconds(.min))
    #expect(-Stride.nanoseconds(.min) == .nanoseconds(.max))
  }

  @Test func distancesAndAdvancesUndoEachOther() {
    let start = Time(DispatchTime(uptimeNanoseconds: 1_000))
    let end = start.advanced(by: .nanoseconds(500))
    #expect(start.distance(to: end) == .nanoseconds(500))
    #expect(end.distance(to: start) == .nanoseconds(-500))
    #expect(start < end)
    #expect(end.advanced(by: .nanoseconds(-500)) == start)
  }

  // libdispatch interprets a time beyond its range as a past time of another clock.
  @Test(arguments: [Int.max, 1 << 62, (1 << 62) - 1_000])
  func anInstantTooFarAwayIsTheDistantFuture(_ nanoseconds: Int) {
    let far = Time(.now()).advanced(by: .nanoseconds(nanoseconds))
    #expect(far.dispatchTime == .distantFuture)
    #expect(far.advanced(by: .seconds(Int.max)).dispatchTime == .distantFuture)
    #expect(Time(.now()).distance(to: far) > .seconds(1))
  }

  @Test func anInstantBeforeTheClocksZeroIsItsZero() {
    let time = Time(DispatchTime(uptimeNanoseconds: 5)).advanced(by: .seconds(-1))
    #expect(time.dispatchTime.uptimeNanoseconds == 0)
  }

  @Test func immediateStridesDoNotOverflow() {
    typealias Immediate = ImmediateScheduler.SchedulerTimeType.Stride
    #expect(Immediate(.max) + 1 == Immediate(.max))
    #expect(Immediate(.min) - 1 == Immediate(.min))
    #expect(Immediate(.max) * 2 == Immediate(.max))
    #expect((1.6 as Immediate).magnitude == 1)
    #expect(Immediate.seconds(5) == 0)
  }
}
