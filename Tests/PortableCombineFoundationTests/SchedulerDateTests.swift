import Foundation
import PortableCombine
import PortableCombineFoundation
import Testing

@Suite struct SchedulerDateTests {
  typealias Stride = RunLoop.SchedulerTimeType.Stride

  @Test func literalsAreSeconds() {
    #expect((0.3 as Stride).timeInterval == 0.3)
    #expect((2 as Stride) == .seconds(2))
    #expect(Stride.milliseconds(500) == 0.5)
    #expect(Stride.microseconds(500_000) == 0.5)
    #expect(Stride.nanoseconds(500_000_000) == .seconds(0.5))
    #expect(Stride(exactly: 3) == 3)
  }

  @Test func stridesSupportArithmetic() {
    var stride: Stride = 1
    stride += 2
    stride *= 3
    stride -= 1
    #expect(stride == 8)
    #expect(-stride < 0)
    #expect(Stride(.nan) == 0)
  }

  @Test func distanceAndAdvanceAreInverse() {
    let start = OperationQueue.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 10))
    let end = start.advanced(by: 5)
    #expect(start.distance(to: end) == 5)
    #expect(end.distance(to: start) == -5)
    #expect(start < end)
  }

  @Test func aProgramCanExtendTheInstantsOfRunLoopsAndOfQueues() {
    #expect(RunLoop.SchedulerTimeType.schedulerName == "run loop")
    #expect(OperationQueue.SchedulerTimeType.schedulerName == "operation queue")
    #expect(RunLoop.SchedulerTimeType.Stride.schedulerName == "run loop")
    #expect(OperationQueue.SchedulerTimeType.Stride.schedulerName == "operation queue")
  }
}

private protocol NamedScheduler {
  static var schedulerName: String { get }
}

extension RunLoop.SchedulerTimeType: NamedScheduler {
  static var schedulerName: String { "run loop" }
}

extension OperationQueue.SchedulerTimeType: NamedScheduler {
  static var schedulerName: String { "operation queue" }
}

extension RunLoop.SchedulerTimeType.Stride: NamedScheduler {
  static var schedulerName: String { "run loop" }
}

extension OperationQueue.SchedulerTimeType.Stride: NamedScheduler {
  static var schedulerName: String { "operation queue" }
}
