import PlayheadTesting
import PortableCombine
import Testing

@Suite struct MapKeyPathTests {
  private struct Place {
    let x: Int
    let y: String
    let z: Bool
  }

  private let subject = PassthroughSubject<Place, Never>()

  @Test func sendsAProperty() {
    let publisher: Publishers.MapKeyPath<PassthroughSubject<Place, Never>, Int> =
      subject.map(\.x)
    let recorder = publisher.recorded()
    subject.send(Place(x: 1, y: "a", z: true))
    #expect(recorder.values == [1])
  }

  @Test func sendsTwoProperties() {
    let recorder = subject.map(\.x, \.y).recorded()
    subject.send(Place(x: 1, y: "a", z: true))
    #expect(recorder.values.map { $0.0 } == [1])
    #expect(recorder.values.map { $0.1 } == ["a"])
  }

  @Test func sendsThreeProperties() {
    let recorder = subject.map(\.x, \.y, \.z).recorded(asking: .max(1))
    subject.send(Place(x: 1, y: "a", z: true))
    subject.send(Place(x: 2, y: "b", z: true))
    subject.send(completion: .finished)
    #expect(recorder.values.map { "\($0)\($1)\($2)" } == ["1atrue"])
    #expect(recorder.isFinished)
  }
}
