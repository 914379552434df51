import PlayheadTesting
import PortableCombine
import Testing

@Suite struct AssignTests {
  private final class Model {
    var number = 0
    var onChange: () -> Void = {}
    var watched = 0 { didSet { onChange() } }
  }

  @Test func asksForAllAndWritesEach() {
    let probe = ProbePublisher<Int, Never>([1, 2])
    let model = Model()
    let assign = Subscribers.Assign(object: model, keyPath: \.number)
    probe.subscribe(assign)
    #expect(probe.requests == [.unlimited])
    #expect(model.number == 2)
    #expect(assign.object === model)
    #expect(assign.keyPath == \Model.number)
    #expect("\(assign)" == "Assign Model")
    assign.cancel()
  }

  @Test(arguments: [true, false])
  func letsGoOfTheObject(_ isCancelled: Bool) {
    let probe = ProbePublisher<Int, Never>([1])
    weak var released: Model?
    let assign: Subscribers.Assign<Model, Int>
    do {
      let model = Model()
      released = model
      assign = Subscribers.Assign(object: model, keyPath: \.number)
      probe.subscribe(assign)
    }
    #expect(released != nil)
    if isCancelled { assign.cancel() } else { probe.send(completion: .finished) }
    #expect(released == nil)
    #expect(assign.object == nil)
    #expect(probe.cancellations == (isCancelled ? 1 : 0))
    #expect(assign.receive(3) == .none)
  }

  @Test func aSecondSubscriptionIsCancelled() {
    let first = ProbePublisher<Int, Never>([1])
    let second = ProbePublisher<Int, Never>([2])
    let model = Model()
    let assign = Subscribers.Assign(object: model, keyPath: \.number)
    first.subscribe(assign)
    second.subscribe(assign)
    #expect(model.number == 1)
    #expect(second.cancellations == 1)
    assign.cancel()
  }

  @Test func theObjectMayCancelInsideTheWrite() {
    let subject = PassthroughSubject<Int, Never>()
    let model = Model()
    let cancellable = subject.assign(to: \.watched, on: model)
    model.onChange = { cancellable.cancel() }
    subject.send(1)
    subject.send(2)
    #expect(model.watched == 1)
    model.onChange = {}
  }

  @Test func showsItsObjectAndItsProperty() {
    final class Model { var number = 0 }
    let assign = Subscribers.Assign(object: Model(), keyPath: \.number)
    #expect(Mirror(reflecting: assign).children.map(\.label) == ["object", "keyPath", "status"])
    #expect(assign.playgroundDescription as? String == assign.description)
  }
}
