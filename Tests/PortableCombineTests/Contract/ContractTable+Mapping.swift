import PlayheadTesting
import PortableCombine

extension ContractTable {
  static let mapping: [ContractRow] = [
    ContractRow("Map") { $0[0].map { $0 * 2 }.eraseToAnyPublisher() },
    ContractRow("Map (replacing nil)") {
      $0[0].map { $0 == 2 ? nil : $0 }.replaceNil(with: 0).eraseToAnyPublisher()
    },
    ContractRow("TryMap") { erased($0[0].tryMap { $0 * 2 }) },
    ContractRow("TryMap (throws)", except: [.completesByItself, .changesCount]) {
      erased($0[0].tryMap { $0 % 10 == 3 ? try refuse() : $0 })
    },
    ContractRow("MapError") { erased($0[0].mapError { $0 as any Error }) },
    ContractRow("MapKeyPath") { $0[0].map(\.magnitude).map { Int($0) }.eraseToAnyPublisher() },
    ContractRow("MapKeyPath2") {
      $0[0].map(\.magnitude, \.bitWidth).map { Int($0) + $1 }.eraseToAnyPublisher()
    },
    ContractRow("MapKeyPath3") {
      $0[0].map(\.magnitude, \.bitWidth, \.self).map { Int($0) + $1 + $2 }.eraseToAnyPublisher()
    },
    ContractRow("Scan") { $0[0].scan(0, +).eraseToAnyPublisher() },
    ContractRow("TryScan") { erased($0[0].tryScan(0, +)) },
    ContractRow("Encode") { erased($0[0].encode(encoder: LengthCoder()).map { $0.count }) },
    ContractRow("Decode") {
      erased(
        $0[0].map { Array(repeating: 0, count: $0) }
          .decode(type: Int.self, decoder: LengthCoder()))
    },
    ContractRow("SetFailureType", upstreams: 0) { _ in
      (1...3).publisher.setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
    },
    ContractRow("ReplaceError", except: [.handlesFailure]) {
      $0[0].replaceError(with: 0).setFailureType(to: ContractRow.Failure.self)
        .eraseToAnyPublisher()
    },
    ContractRow("AssertNoFailure", upstreams: 0) { _ in
      (1...3).publisher.assertNoFailure().setFailureType(to: ContractRow.Failure.self)
        .eraseToAnyPublisher()
    },
    ContractRow("Print") { $0[0].print(to: Silence()).eraseToAnyPublisher() },
    ContractRow("Breakpoint") { $0[0].breakpoint().eraseToAnyPublisher() },
    ContractRow("HandleEvents") {
      $0[0].handleEvents(receiveOutput: { _ in }, receiveRequest: { _ in }).eraseToAnyPublisher()
    },
  ]

  /// Returns a stream of the suite for a publisher that fails with any error.
  static func erased<P>(_ publisher: P) -> ContractRow.Stream where P: Publisher<Int, any Error> {
    publisher.mapError { _ in ContractRow.Failure() }.eraseToAnyPublisher()
  }

  /// Throws an error of the suite.
  static func refuse() throws -> Int { throw ContractRow.Failure() }

  private struct Silence: TextOutputStream {
    func write(_ string: String) {}
  }
}
