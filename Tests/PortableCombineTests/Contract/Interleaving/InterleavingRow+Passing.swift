import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Operators that decide about one value at a time.
  static let passing: [InterleavingRow] = [
    each("AnyPublisher") { $0.erased },
    each("Map") { $0.map { $0 }.erased },
    each("TryMap") { erased($0.tryMap { $0 }) },
    each("MapKeyPath") { $0.map(\.number).erased },
    each("MapKeyPath2") { $0.map(\.number, \.number).map { number, _ in number }.erased },
    each("MapKeyPath3") {
      $0.map(\.number, \.number, \.number).map { number, _, _ in number }.erased
    },
    each("MapError") { $0.mapError { $0 }.erased },
    each("SetFailureType") {
      $0.replaceError(with: Token(-1) {}).setFailureType(to: ContractRow.Failure.self)
        .map { $0 }.erased
    },
    each("ReplaceError") {
      $0.replaceError(with: Token(-1) {})
        .setFailureType(to: ContractRow.Failure.self).erased
    },
    each("AssertNoFailure") {
      $0.assertNoFailure().setFailureType(to: ContractRow.Failure.self).erased
    }.withoutFailure,
    each("Filter") { $0.filter { $0.number > 0 }.erased },
    each("TryFilter") { erased($0.tryFilter { $0.number > 0 }) },
    each("CompactMap") { $0.compactMap { $0 }.erased },
    each("TryCompactMap") { erased($0.tryCompactMap { $0 }) },
    each("Print") { $0.print(to: Silence()).erased },
    each("Breakpoint") { $0.breakpoint().erased },
    each("HandleEvents") {
      $0.handleEvents(receiveOutput: { _ in }, receiveRequest: { _ in }).erased
    },
    each("Encode") { erased($0.map(\.number).encode(encoder: IdentityCoder())) },
    each("Decode") { erased($0.map(\.number).decode(type: Int.self, decoder: IdentityCoder())) },
    each("DropWhile") { $0.drop { _ in false }.erased },
    each("TryDropWhile") { erased($0.tryDrop { _ in false }) },
    each("PrefixWhile") { $0.prefix { _ in true }.erased },
    each("TryPrefixWhile") { erased($0.tryPrefix { _ in true }) },
    InterleavingRow("Drop") { upstreams, _ in upstreams[0].dropFirst(2).erased },
    InterleavingRow("Output") { upstreams, _ in
      upstreams[0].output(in: 1...3).erased
    },
    InterleavingRow("Output (prefix)") { upstreams, _ in
      upstreams[0].prefix(3).erased
    },
    InterleavingRow("PrefixWhile (ends)") { upstreams, _ in
      upstreams[0].prefix { $0.number < 4 }.erased
    },
    InterleavingRow("TryMap (throws)") { upstreams, _ in
      erased(upstreams[0].tryMap { $0.number == 4 ? try refuse() : $0 })
    },
  ]

  /// An operator that publishes each value of its upstream.
  static func each(
    _ name: String, _ make: @escaping @Sendable (Input) -> Stream
  ) -> InterleavingRow {
    InterleavingRow(name, .each) { upstreams, _ in make(upstreams[0]) }
  }

  static func erased<P>(_ publisher: P) -> Stream where P: Publisher<Token, any Error> {
    publisher.map(\.number).mapError { _ in ContractRow.Failure() }.eraseToAnyPublisher()
  }

  static func erased<P>(_ publisher: P) -> Stream where P: Publisher<Int, any Error> {
    publisher.mapError { _ in ContractRow.Failure() }.eraseToAnyPublisher()
  }

  static func refuse() throws -> Token { throw ContractRow.Failure() }

  private struct Silence: TextOutputStream {
    func write(_ string: String) {}
  }
}

extension Publisher<Int, ContractRow.Failure> {
  var erased: InterleavingRow.Stream { eraseToAnyPublisher() }
}

extension Publisher<Token, ContractRow.Failure> {
  var erased: InterleavingRow.Stream { map(\.number).eraseToAnyPublisher() }
}
