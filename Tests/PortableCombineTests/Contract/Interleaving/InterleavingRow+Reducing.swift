import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Operators that combine values into one, or into groups.
  static let reducing: [InterleavingRow] = [
    row("Collect") { $0.collect().map(\.count).erased },
    row("CollectByCount") { $0.collect(2).map(\.count).erased },
    row("CollectByCount (of one)") { $0.collect(1).map(\.count).erased },
    row("IgnoreOutput") { $0.ignoreOutput().map(nothing).erased },
    row("Reduce") { $0.reduce(Token(0) {}) { $1 }.erased },
    row("TryReduce") { erased($0.tryReduce(Token(0) {}) { $1 }) },
    row("Count") { $0.count().erased },
    row("Comparison") { $0.max { $0.number < $1.number }.erased },
    row("TryComparison") { erased($0.tryMin { $0.number > $1.number }) },
    row("Contains") { $0.map(\.number).contains(4).map { $0 ? 1 : 0 }.erased },
    row("ContainsWhere") { $0.contains { $0.number == 4 }.map { $0 ? 1 : 0 }.erased },
    row("TryContainsWhere") { erased($0.tryContains { $0.number == 4 }.map { $0 ? 1 : 0 }) },
    row("AllSatisfy") { $0.allSatisfy { $0.number < 4 }.map { $0 ? 1 : 0 }.erased },
    row("TryAllSatisfy") { erased($0.tryAllSatisfy { $0.number < 4 }.map { $0 ? 1 : 0 }) },
    row("First") { $0.first().erased },
    row("FirstWhere") { $0.first { $0.number > 2 }.erased },
    row("TryFirstWhere") { erased($0.tryFirst { $0.number > 2 }) },
    row("Last") { $0.last().erased },
    row("LastWhere") { $0.last { $0.number > 0 }.erased },
    row("TryLastWhere") { erased($0.tryLast { $0.number > 0 }) },
  ]

  private static func row(
    _ name: String, _ make: @escaping @Sendable (Input) -> Stream
  ) -> InterleavingRow {
    InterleavingRow(name) { upstreams, _ in make(upstreams[0]) }
  }

  /// Returns a number for a value that is never sent.
  @Sendable private static func nothing<T>(_ value: T) -> Int { 0 }
}
