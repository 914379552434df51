import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SinkTests {
  @Test func handsOverValuesAndCompletion() {
    let subject = PassthroughSubject<Int, Never>()
    var events: [String] = []
    let cancellable = subject.sink(
      receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append("\($0)") })
    subject.send(1)
    subject.send(completion: .finished)
    #expect(events == ["1", "finished"])
    cancellable.cancel()
  }

  @Test func stopsWhenItsCancellableIsReleased() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    var cancellables: Set<AnyCancellable> = []
    subject.sink { values.append($0) }.store(in: &cancellables)
    subject.send(1)
    cancellables = []
    subject.send(2)
    #expect(values == [1])
  }

  @Test func cancelReleasesItsClosuresWhichMayCancelAnew() {
    let subject = PassthroughSubject<Int, Never>()
    var releases = 0
    let sink: Subscribers.Sink<Int, Never>
    do {
      let canary = Canary()
      sink = Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in canary.touch() })
      canary.onRelease = { [unowned sink] in
        releases += 1
        sink.cancel()
      }
      subject.subscribe(sink)
    }
    #expect(releases == 0)
    sink.cancel()
    #expect(releases == 1)
  }

  @Test func cancelInsideADeliveryReleasesTheClosuresAfterIt() {
    let subject = PassthroughSubject<Int, Never>()
    weak var released: Canary?
    var cancellable: AnyCancellable?
    var seen: [Bool] = []
    do {
      let canary = Canary()
      released = canary
      cancellable = subject.sink { _ in
        cancellable?.cancel()
        seen.append(canary.touch())
      }
    }
    #expect(released != nil)
    subject.send(1)
    subject.send(2)
    #expect(seen == [true])
    #expect(released == nil)
  }

  @Test func cancelsASecondSubscription() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    first.subscribe(sink)
    second.subscribe(sink)
    second.send(2)
    first.send(1)
    #expect(values == [1])
    sink.cancel()
  }

  @Test func assignWritesAndLetsGo() {
    final class Model { var number = 0 }
    let subject = PassthroughSubject<Int, Never>()
    weak var released: Model?
    var cancellable: AnyCancellable?
    do {
      let model = Model()
      released = model
      cancellable = subject.assign(to: \.number, on: model)
      subject.send(3)
      #expect(model.number == 3)
    }
    #expect(released != nil)
    cancellable?.cancel()
    #expect(released == nil)
  }

  @Test func showsItsNameAndNothingInside() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(Mirror(reflecting: sink).children.isEmpty)
    #expect(sink.playgroundDescription as? String == "Sink")
    #expect(Just(1).eraseToAnyPublisher().playgroundDescription as? String == "AnyPublisher")
  }
}
