import PlayheadTesting
import PortableCombine
import Testing

@Suite struct AutoconnectTests {
  /// A publisher whose connections are shared, as those of a timer are.
  private final class SharedSource: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = Never

    final class TrackActivity: Cancellable {
      unowned let source: SharedSource

      init(of source: SharedSource) { self.source = source }

      func cancel() {
        source.onCancel.take()?()
        source.cancellations += 1
        if source.running === self { source.running = nil }
      }
    }

    let subject = PassthroughSubject<Int, Never>()
    var running: TrackActivity?
    var connections = 0
    var cancellations = 0
    /// Called once, when a cancellation begins.
    var onCancel: (() -> Void)?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    func connect() -> any Cancellable {
      if let running { return running }
      connections += 1
      let new = TrackActivity(of: self)
      running = new
      return new
    }

    func send(_ value: Int) { if running != nil { subject.send(value) } }
  }

  private typealias Recorder = RecordingSubscriber<Int, Never>

  private let source = SharedSource()

  @Test(arguments: [false, true])
  func aSubscriberThatArrivesDuringTheLastCancelIsConnected(isOnAnotherThread: Bool) {
    let shared = source.autoconnect()
    let (first, second) = (Recorder(), Recorder())
    shared.subscribe(first)
    source.onCancel = {
      if isOnAnotherThread {
        inAnotherThread { shared.subscribe(second) }
      } else {
        shared.subscribe(second)
      }
    }
    first.cancel()
    source.send(1)
    #expect(second.values == [1])
    #expect(source.connections == 2)
    second.cancel()
    #expect(source.running == nil)
    #expect(source.cancellations == 2)
  }

  @Test func aSubscriberThatArrivesWhileAnUnwantedConnectionEndsIsConnected() {
    let shared = source.autoconnect()
    let (hasty, second) = (Recorder(onSubscription: { $0.cancel() }), Recorder())
    source.onCancel = { shared.subscribe(second) }
    shared.subscribe(hasty)
    source.send(1)
    #expect(second.values == [1])
    second.cancel()
    #expect(source.running == nil)
  }

  @Test func whoeverArrivesAndLeavesDuringTheLastCancelLeavesNoConnection() {
    let shared = source.autoconnect()
    let (first, second) = (Recorder(), Recorder())
    shared.subscribe(first)
    source.onCancel = {
      shared.subscribe(second)
      second.cancel()
    }
    first.cancel()
    #expect(source.running == nil)
    #expect(source.connections == 1)
    let third = Recorder()
    shared.subscribe(third)
    source.send(2)
    #expect(third.values == [2])
    third.cancel()
  }

  @Test func aShareConnectsASubscriberThatArrivesDuringTheLastCancel() {
    let probe = ProbePublisher<Int, Never>()
    let (first, second) = (Recorder(), Recorder())
    var onCancel: (() -> Void)?
    let shared = probe.handleEvents(receiveCancel: { onCancel.take()?() }).share()
    onCancel = { shared.subscribe(second) }
    shared.subscribe(first)
    first.cancel()
    probe.send(1)
    #expect(second.values == [1])
    second.cancel()
    #expect(!probe.isSubscribed)
  }
}
