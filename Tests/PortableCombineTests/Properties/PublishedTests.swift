import PlayheadTesting
import PortableCombine
import Testing

@Suite struct PublishedTests {
  class Base {
    @Published var inherited = "a"
  }

  final class Model: Base, ObservableObject, CustomReflectable {
    @Published var number = 1
    @Published var numbers: [Int] = []

    // A mirror without the properties.
    var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }

  final class Plain: ObservableObject {}

  final class Own: ObservableObject {
    let objectWillChange = PassthroughSubject<Int, Never>()
    @Published var number = 1
  }

  @Test func assigningAnotherPropertysPublisherLeavesTheValueAlone() {
    final class Model {
      @Published var number: Int

      init(_ number: Int) { self.number = number }
    }
    let (first, second) = (Model(1), Model(2))
    first.$number = second.$number
    #expect(first.number == 1)
    second.number = 3
    #expect(first.number == 1)
  }

  @Test func publishesTheValueAndThenEachNewOneBeforeItIsSet() {
    let model = Model()
    var seen: [(Int, Int)] = []
    let cancellable = model.$number.sink { seen.append(($0, model.number)) }
    model.number = 2
    model.number += 1
    cancellable.cancel()
    model.number = 9
    #expect(seen.map(\.0) == [1, 2, 3])
    #expect(seen.map(\.1) == [1, 1, 2])
    #expect(model.number == 9)
  }

  @Test func publishesTheLatestToWhoAsksLater() {
    let model = Model()
    let recorder = RecordingSubscriber<Int, Never>(asking: .none)
    model.$number.subscribe(recorder)
    model.number = 2
    model.number = 3
    #expect(recorder.values == [])
    recorder.request(.max(2))
    #expect(recorder.values == [3])
    model.number = 4
    model.number = 5
    #expect(recorder.values == [3, 4])
    #expect(recorder.violations == [])
    #expect("\(recorder.subscription!)" == "PublishedSubject")
  }

  @Test func aValueSetInsideIsOverwrittenAsInCombine() {
    let model = Model()
    var seen: [Int] = []
    let cancellable = model.$number.sink { value in
      seen.append(value)
      if value == 2 { model.number = 7 }
    }
    model.number = 2
    #expect(seen == [1, 2, 7])
    #expect(model.number == 2)
    var late: [Int] = []
    model.$number.sink { late.append($0) }.cancel()
    #expect(late == [2])
    cancellable.cancel()
  }

  @Test func tellsThatTheObjectWillChangeWhateverItsMirrorShows() {
    let model = Model()
    var events: [String] = []
    let changes = model.objectWillChange.sink { events.append("change of \(model.number)") }
    let values = model.$number.dropped(1).sink { events.append("\($0)") }
    model.number = 2
    model.numbers.append(1)
    model.inherited = "b"
    #expect(events == ["change of 1", "2", "change of 2", "change of 2"])
    #expect(model.objectWillChange === model.objectWillChange)
    changes.cancel()
    values.cancel()
  }

  @Test func objectsDoNotTellForEachOther() {
    let models = (0..<100).map { _ in Model() }
    var counts = Array(repeating: 0, count: 100)
    let cancellables = models.enumerated().map { index, model in
      model.objectWillChange.sink { counts[index] += 1 }
    }
    for (index, model) in models.enumerated() where index.isMultiple(of: 3) { model.number = 5 }
    #expect(counts == (0..<100).map { $0.isMultiple(of: 3) ? 1 : 0 })
    for cancellable in cancellables { cancellable.cancel() }
  }

  @Test func anObjectWithoutPropertiesKeepsItsPublisher() {
    let plain = Plain()
    var count = 0
    let cancellable = plain.objectWillChange.sink { count += 1 }
    plain.objectWillChange.send()
    #expect(count == 1)
    cancellable.cancel()
  }

  @Test func anObjectMayHaveAPublisherOfItsOwn() {
    let own = Own()
    var changes: [Int] = []
    let cancellable = own.objectWillChange.sink { changes.append($0) }
    own.number = 2
    own.objectWillChange.send(3)
    #expect(changes == [3])
    cancellable.cancel()
  }

  @Test func theObjectIsNotHeld() {
    weak var released: Model?
    do {
      let model = Model()
      released = model
      model.objectWillChange.sink {}.cancel()
      model.number = 2
    }
    #expect(released == nil)
  }
}

@Suite struct AssignToPublishedTests {
  final class Model: ObservableObject {
    @Published var number = 0
  }

  @Test func setsThePropertyAndTells() {
    let model = Model()
    let subject = PassthroughSubject<Int, Never>()
    subject.assign(to: &model.$number)
    var changes = 0
    let cancellable = model.objectWillChange.sink { changes += 1 }
    subject.send(1)
    subject.send(2)
    #expect(model.number == 2)
    #expect(changes == 2)
    cancellable.cancel()
  }

  @Test func livesAsLongAsTheObject() {
    let probe = ProbePublisher<Int, Never>()
    weak var released: Model?
    do {
      let model = Model()
      released = model
      probe.assign(to: &model.$number)
      probe.send(3)
      #expect(model.number == 3)
      #expect(probe.requests == [.unlimited])
      #expect(probe.isSubscribed)
    }
    #expect(released == nil)
    #expect(!probe.isSubscribed)
    #expect(probe.cancellations == 1)
  }

  @Test func repeatedCallsPileUp() {
    let model = Model()
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    for subject in subjects { subject.assign(to: &model.$number) }
    for (index, subject) in subjects.enumerated() {
      subject.send(index)
      #expect(model.number == index)
    }
  }

  @Test func letsGoOfAPublisherThatHasCompleted() {
    let model = Model()
    weak var released: Canary?
    do {
      let canary = Canary()
      released = canary
      Just(1).map { canary.touch() ? $0 : 0 }.assign(to: &model.$number)
    }
    #expect(model.number == 1)
    #expect(released == nil)
  }
}

extension Publisher {
  fileprivate func dropped(_ count: Int) -> Publishers.Filter<Self> {
    var left = count
    return filter { _ in
      defer { left -= 1 }
      return left <= 0
    }
  }
}
