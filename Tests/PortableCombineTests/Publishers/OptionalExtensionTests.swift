import PortableCombine
import Testing

extension Optional {
  /// A property of libraries that are older than the one in Combine.
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
