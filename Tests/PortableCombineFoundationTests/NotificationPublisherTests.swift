import Foundation
import PlayheadTesting
import PortableCombine
import PortableCombineFoundation
import Testing

@Suite struct NotificationPublisherTests {
  typealias Recorder = RecordingSubscriber<Notification, Never>

  private let center = NotificationCenter()
  private let name = Notification.Name("news")

  @Test func sendsNotificationsOfItsName() {
    let recorder = Recorder()
    center.publisher(for: name).subscribe(recorder)
    center.post(name: name, object: nil, userInfo: ["number": 1])
    center.post(name: Notification.Name("other"), object: nil)
    #expect(recorder.values.map { $0.userInfo?["number"] as? Int } == [1])
    #expect("\(recorder.subscription.map { "\($0)" } ?? "")" == "NotificationCenter Observer")
  }

  @Test func sendsNotificationsOfItsObject() {
    let object = NSObject()
    let recorder = Recorder()
    center.publisher(for: name, object: object).subscribe(recorder)
    center.post(name: name, object: NSObject())
    center.post(name: name, object: object)
    #expect(recorder.values.count == 1)
  }

  @Test func dropsNotificationsWithoutDemand() {
    let recorder = Recorder(asking: .max(1))
    center.publisher(for: name).subscribe(recorder)
    for number in 0..<3 { center.post(name: name, object: nil, userInfo: ["number": number]) }
    recorder.request(.max(1))
    center.post(name: name, object: nil, userInfo: ["number": 3])
    #expect(recorder.values.map { $0.userInfo?["number"] as? Int } == [0, 3])
    #expect(recorder.violations.isEmpty)
  }

  @Test func cancellingReleasesTheSubscriber() {
    weak var released: Recorder?
    var subscription: (any Subscription)?
    do {
      let recorder = Recorder()
      released = recorder
      center.publisher(for: name).subscribe(recorder)
      subscription = recorder.subscription
    }
    #expect(released != nil)
    subscription?.cancel()
    #expect(released == nil)
    center.post(name: name, object: nil)
  }

  @Test func notificationsFromManyThreadsAreDeliveredOneAtATime() {
    let recorder = Recorder()
    center.publisher(for: name).subscribe(recorder)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 { center.post(name: name, object: nil) }
    }
    #expect(recorder.values.count == 400)
    #expect(recorder.violations.isEmpty)
  }

  @Test func publishersOfTheSameNotificationsAreEqual() {
    #expect(center.publisher(for: name) == center.publisher(for: name))
    #expect(center.publisher(for: name) != center.publisher(for: name, object: NSObject()))
  }
}
