import PortableCombine
import Testing

extension Optional {
  /// As libraries have it that are older than Combine's own.
  fileprivate var publisher: AnyPublisher<Wrapped, Never> {
    map { Just($0).eraseToAnyPublisher() } ?? Empty().eraseToAnyPublisher()
  }
}

@Suite struct OptionalExtensionTests {
  @Test func clientCodesPublisherOfAnOptionalComesFirst() {
    let publisher = Optional(1).publisher
    #expect(publisher.description == "AnyPublisher")
    let recorder = publisher.recorded()
    #expect(recorder.values == [1])
  }
}
