import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Publishers without an upstream, which only requests and cancellations reach.
  static let sources: [InterleavingRow] = [
    source("Sequence") { (1...5).publisher.setFailureType(to: ContractRow.Failure.self).erased },
    source("Record") {
      Record<Int, ContractRow.Failure>(output: [1, 2, 3], completion: .finished).erased
    },
    source("Just") { Just(1).setFailureType(to: ContractRow.Failure.self).erased },
    source("Optional") {
      Optional(1).publisher.setFailureType(to: ContractRow.Failure.self).erased
    },
    source("Result") { Result<Int, ContractRow.Failure>.success(1).publisher.erased },
    source("Future") { Future<Int, ContractRow.Failure> { $0(.success(1)) }.erased },
    source("Empty") { Empty<Int, ContractRow.Failure>().erased },
    source("Fail") { Fail<Int, ContractRow.Failure>(error: ContractRow.Failure()).erased },
  ]

  private static func source(
    _ name: String, _ make: @escaping @Sendable () -> Stream
  ) -> InterleavingRow {
    InterleavingRow(name, upstreams: 0, .distinct) { _, _ in make() }
  }
}
