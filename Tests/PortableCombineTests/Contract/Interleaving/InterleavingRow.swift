import PlayheadTesting
import PortableCombine

/// An operator that several threads use at once.
struct InterleavingRow: Sendable, CustomStringConvertible {
  typealias Input = AnyPublisher<Token, ContractRow.Failure>
  typealias Stream = AnyPublisher<Int, ContractRow.Failure>

  /// The values that reach the subscriber, when upstreams lose none.
  enum Rule {
    /// Each upstream value that is requested, once.
    case each
    /// One for each complete and requested tuple of upstream values.
    case tuples
    /// No value twice.
    case distinct
    case any
  }

  /// The operator's name in the contract suite, and its variant.
  let description: String
  let upstreams: Int
  let rule: Rule
  let make: @Sendable ([Input], InterleavedScheduler) -> Stream

  init(
    _ name: String, upstreams: Int = 1, _ rule: Rule = .any,
    make: @escaping @Sendable ([Input], InterleavedScheduler) -> Stream
  ) {
    description = name
    self.upstreams = upstreams
    self.rule = rule
    self.make = make
  }

  /// Returns the violations of the contract in the first numbered interleaving that has any.
  func violations(inInterleavings numbers: Range<Int>) -> [String] {
    for number in numbers {
      let violations = Interleaving(of: self, number: number).run()
      if !violations.isEmpty { return violations.map { "\(self), \(number): \($0)" } }
    }
    return []
  }

  /// All rows.
  static let all = passing + keeping + reducing + combining + switching + sharing + timed
}
