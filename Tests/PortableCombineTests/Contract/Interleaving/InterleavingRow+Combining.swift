import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// Operators with several upstreams that are known from the beginning.
  static let combining: [InterleavingRow] = [
    row("CombineLatest", 2) { $0[0].combineLatest($0[1]).map { sum($0, $1) }.erased },
    row("CombineLatest3", 3) {
      $0[0].combineLatest($0[1], $0[2]).map { sum($0, $1, $2) }.erased
    },
    row("CombineLatest4", 4) {
      $0[0].combineLatest($0[1], $0[2], $0[3]).map { sum($0, $1, $2, $3) }.erased
    },
    row("Zip", 2, .tuples) { $0[0].zip($0[1]).map { sum($0, $1) }.erased },
    row("Zip3", 3, .tuples) { $0[0].zip($0[1], $0[2]).map { sum($0, $1, $2) }.erased },
    row("Zip4", 4, .tuples) { $0[0].zip($0[1], $0[2], $0[3]).map { sum($0, $1, $2, $3) }.erased },
    row("MergeMany", 3, .each) { Publishers.MergeMany($0).erased },
    row("Merge", 2, .each) { $0[0].merge(with: $0[1]).erased },
    row("Merge3", 3, .each) { $0[0].merge(with: $0[1], $0[2]).erased },
    row("Merge4", 4, .each) { $0[0].merge(with: $0[1], $0[2], $0[3]).erased },
    row("Merge5", 5, .each) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4]).erased },
    row("Merge6", 6, .each) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5]).erased },
    row("Merge7", 7, .each) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]).erased },
    row("Merge8", 8, .each) {
      $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]).erased
    },
    each("PrefixUntilOutput") {
      $0.prefix(untilOutputFrom: PassthroughSubject<Int, Never>()).erased
    },
    row("PrefixUntilOutput (ended)", 2, .distinct) { $0[0].prefix(untilOutputFrom: $0[1]).erased },
    row("DropUntilOutput", 2, .distinct) { $0[0].drop(untilOutputFrom: $0[1]).erased },
  ]

  private static func row(
    _ name: String, _ count: Int, _ rule: Rule = .any,
    _ make: @escaping @Sendable ([Input]) -> Stream
  ) -> InterleavingRow {
    InterleavingRow(name, upstreams: count, rule) { upstreams, _ in make(upstreams) }
  }

  private static func sum(_ tokens: Token...) -> Int { tokens.reduce(0) { $0 + $1.number } }
}
