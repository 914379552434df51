import PlayheadTesting
import PortableCombine
import Testing

@Suite struct MapErrorTests {
  @Test func turnsTheFailureAndNothingElse() {
    let subject = PassthroughSubject<Int, NamedError>()
    let recorder = subject.mapError { NamedError("not \($0)") }.recorded()
    subject.send(1)
    subject.send(completion: .failure(NamedError("up")))
    #expect(
      recorder.history == [
        .subscription(description: "PassthroughSubject"), .value(1),
        .completion(.failure(NamedError("not up"))),
      ])
  }

  @Test func aFinishStaysOne() {
    let probe = ProbePublisher<Int, NamedError>([], completion: .finished)
    let recorder = Publishers.MapError(upstream: probe, { _ in NamedError("none") }).recorded()
    #expect(recorder.isFinished)
  }
}
