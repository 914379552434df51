import Foundation
import PlayheadLocking
import PlayheadTesting
import PortableCombine
import PortableCombineFoundation
import Testing

@Suite struct OperationQueueSchedulerTests {
  private let queue = OperationQueue()
  private let done = DispatchSemaphore(value: 0)

  @Test func runsActionsInOrder() {
    let order = Locked<[Int]>([])
    queue.maxConcurrentOperationCount = 1
    for number in 0..<3 { queue.schedule { order.withLock { $0.append(number) } } }
    queue.waitUntilAllOperationsAreFinished()
    #expect(order.withLock { $0 } == [0, 1, 2])
  }

  @Test func runsScheduledActionsOnTheQueue() {
    let queues = Locked<[Bool]>([])
    let timer = queue.schedule(after: queue.now.advanced(by: 0.001), interval: 0.001) {
      let count = queues.withLock { queues -> Int in
        queues.append(OperationQueue.current === queue)
        return queues.count
      }
      if count >= 2 { done.signal() }
    }
    queue.schedule(after: queue.now) { queues.withLock { $0.append(true) } }
    done.wait()
    timer.cancel()
    #expect(queues.withLock { $0 }.allSatisfy { $0 })
  }

  @Test func deliversInOrderAndOneAtATime() {
    let recorder = RecordingSubscriber<Int, Never>(onCompletion: { _ in done.signal() })
    (0..<500).publisher.receive(on: queue).subscribe(recorder)
    done.wait()
    #expect(recorder.values == Array(0..<500))
    #expect(recorder.violations.isEmpty)
  }

  @Test(arguments: [Double.infinity, -Double.infinity, .nan])
  func aDateTooFarAwayDoesNotTrap(_ seconds: Double) {
    let date = queue.now.advanced(by: OperationQueue.SchedulerTimeType.Stride(seconds))
    queue.schedule(after: date, interval: OperationQueue.SchedulerTimeType.Stride(seconds)) {}
      .cancel()
  }
}
