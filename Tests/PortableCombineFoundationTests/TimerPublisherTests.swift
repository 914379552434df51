import Foundation
import PlayheadTesting
import PortableCombine
import PortableCombineFoundation
import Testing

@Suite struct TimerPublisherTests {
  typealias Recorder = RecordingSubscriber<Date, Never>

  @Test func sendsTheDateToAllSubscribersOnceConnected() {
    let publisher = Timer.publish(every: 0.002, on: .current, in: .default)
    let (first, second) = (Recorder(), Recorder(asking: .max(1)))
    publisher.subscribe(first)
    publisher.subscribe(second)
    // Without a connection there is no timer, so the loop has no source to wait for and returns.
    _ = RunLoop.current.run(mode: .default, before: Date())
    #expect(first.values.isEmpty)
    let connection = publisher.connect()
    RunLoop.current.run { first.values.count >= 3 }
    connection.cancel()
    #expect(second.values.count == 1)
    #expect(first.values == first.values.sorted())
    #expect(first.violations + second.violations == [])
  }

  @Test func doesNotFireImmediately() {
    let publisher = Timer.publish(every: 0.02, tolerance: 0, on: .current, in: .default)
    let start = Date()
    let recorder = Recorder()
    publisher.subscribe(recorder)
    let connection = publisher.connect()
    RunLoop.current.run { !recorder.values.isEmpty }
    connection.cancel()
    // A timer uses the monotonic clock, which may differ slightly from wall time.
    #expect(recorder.values.allSatisfy { $0.timeIntervalSince(start) > 0.010 })
  }

  @Test func theConnectionIsSharedAndCanBeReestablished() {
    let publisher = Timer.publish(every: 0.001, on: .current, in: .default)
    let recorder = Recorder()
    publisher.subscribe(recorder)
    let first = publisher.connect()
    let second = publisher.connect()
    #expect(first as AnyObject === second as AnyObject)
    second.cancel()
    var isDone = false
    RunLoop.current.schedule(after: RunLoop.current.now.advanced(by: 0.01)) { isDone = true }
    RunLoop.current.run { isDone }
    #expect(recorder.values.isEmpty)
    let third = publisher.connect()
    RunLoop.current.run { !recorder.values.isEmpty }
    third.cancel()
  }

  /// Unchecked: cancellables and publishers can be used from any thread.
  private struct Shared<Value>: @unchecked Sendable {
    let value: Value
  }

  @Test func aSubscriberThatArrivesDuringTheLastCancelGetsTicks() {
    let publisher = Timer.publish(every: 0.0005, on: .current, in: .default).autoconnect()
    let (shared, recorder) = (Shared(value: publisher), Recorder())
    var cancellable = publisher.sink { _ in }
    for _ in 0..<200 {
      let (last, next) = (Shared(value: cancellable), Shared(value: Recorder()))
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { last.value.cancel() } else { shared.value.subscribe(next.value) }
      }
      RunLoop.current.run { !next.value.values.isEmpty }
      cancellable = publisher.sink { _ in }
      next.value.cancel()
    }
    publisher.subscribe(recorder)
    cancellable.cancel()
    RunLoop.current.run { !recorder.values.isEmpty }
    recorder.cancel()
  }

  @Test func keepsItsConfiguration() {
    let publisher = Timer.publish(every: 5, tolerance: 0.5, on: .main, in: .common)
    #expect(publisher.interval == 5)
    #expect(publisher.tolerance == 0.5)
    #expect(publisher.runLoop === RunLoop.main)
    #expect(publisher.mode == .common)
  }
}
