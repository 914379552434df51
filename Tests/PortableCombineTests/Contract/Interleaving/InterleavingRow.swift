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
  private(set) var description: String
  let upstreams: Int
  let rule: Rule
  /// Whether an upstream may fail.
  private(set) var allowsFailure = true
  /// Whether it completes after its upstreams.
  private(set) var completes = true
  /// Whether its results are those of some order of the calls on one thread.
  private(set) var hasOrder = true
  /// Whether a second subscriber, with unlimited demand, subscribes after the first.
  private(set) var isShared = false
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

  /// This row, for an operator that traps if an upstream fails.
  var withoutFailure: InterleavingRow {
    var row = self
    row.allowsFailure = false
    return row
  }

  /// This row, for a publisher that never completes.
  var withoutCompletion: InterleavingRow {
    var row = self
    row.completes = false
    return row
  }

  /// This row, for a publisher whose results need not be those of an order of the calls.
  var withoutOrder: InterleavingRow {
    var row = self
    row.hasOrder = false
    return row
  }

  /// This row with two subscribers.
  var twice: InterleavingRow {
    var row = self
    row.description += " (twice)"
    row.isShared = true
    return row
  }

  /// Returns the violations of the contract in the first numbered interleaving that has any.
  func violations(
    inInterleavings numbers: Range<Int>,
    on makeThreads: (Int) -> any InterleavedThreads = { _ in RealThreads() }
  ) -> [String] {
    for number in numbers {
      let violations = Interleaving(of: self, number: number, on: makeThreads(number)).run()
      if !violations.isEmpty { return violations.map { "\(self), \(number): \($0)" } }
    }
    return []
  }

  /// Returns a description of the first numbered program of calls whose result no order of the calls
  /// gives on one thread; nil if there is none.
  func disorder(
    inPrograms numbers: Range<Int>,
    on makeThreads: (Int) -> any InterleavedThreads
  ) -> String? {
    for number in numbers where hasOrder {
      let program = CallProgram(number: number, for: self)
      let result = result(of: program, on: makeThreads(number))
      if CallSearch(for: result, of: program, with: self).hasOrder { continue }
      return "\(self), \(number): \(program)\n  gives \(result)"
    }
    return nil
  }

  private func result(of program: CallProgram, on threads: any InterleavedThreads) -> [String] {
    let run = CallRun(
      of: program, for: self, onBoundary: { threads.pause() })
    defer { run.close() }
    threads.run(
      program.threads.map { calls in
        {
          for call in calls {
            threads.pause()
            run.perform(call)
          }
        }
      })
    return run.settle()
  }

  /// All rows.
  static let all =
    sources + passing + keeping + reducing + combining + switching + sharing + ends + timed
    + toolkit + foundation
}
