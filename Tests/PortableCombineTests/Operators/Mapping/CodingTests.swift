import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CodingTests {
  @Test func encodesAndDecodes() {
    let subject = PassthroughSubject<Int, Never>()
    let encoded: Publishers.Encode<PassthroughSubject<Int, Never>, LengthCoder> =
      subject.encode(encoder: LengthCoder())
    let recorder = encoded.decode(type: Int.self, decoder: LengthCoder()).recorded()
    subject.send(3)
    #expect(recorder.values == [3])
  }

  @Test func whatCannotBeEncodedIsTheFailure() {
    let probe = ProbePublisher<Int, Never>([1, -1, 2])
    let recorder = probe.encode(encoder: LengthCoder()).recorded()
    #expect(recorder.values == [[0]])
    guard case .failure(let error) = recorder.completion else {
      Issue.record("It did not fail.")
      return
    }
    #expect(error is LengthCoder.NotANumber)
    #expect(probe.cancellations == 1)
  }

  @Test func whatCannotBeDecodedIsTheFailure() {
    let probe = ProbePublisher<[Int], Never>([[0]])
    let recorder = probe.decode(type: String.self, decoder: LengthCoder()).recorded()
    guard case .failure(let error) = recorder.completion else {
      Issue.record("It did not fail.")
      return
    }
    #expect(error is LengthCoder.NotANumber)
    #expect(probe.cancellations == 1)
  }
}
