import PlayheadTesting
import PortableCombine

extension DifferentialRow {
  /// An operator with unlimited upstream demand. It sends its result, if any, and its end when a
  /// value is requested.
  ///
  /// - Parameters:
  ///   - isFailed: Whether a closure throws at the last value, which fails the stream at once.
  ///   - isSettled: Whether further values cannot change the result.
  private static func reduced(
    _ upstream: Reference.Stream, isFailed: @escaping ([Int]) -> Bool,
    isSettled: @escaping ([Int]) -> Bool, to result: @escaping ([Int]) -> Int?
  ) -> Reference.Stream {
    Reference.publisher { reference in
      var values: [Int] = []
      var (isAsked, isMade) = (false, false)
      func sendIfReady() {
        guard isAsked, isMade else { return }
        if let value = result(values) { _ = reference.send(value) }
        reference.end(.finished)
      }
      reference.onRequest = { _ in
        if isAsked { return }
        isAsked = true
        sendIfReady()
      }
      reference.connect(
        to: upstream,
        subscribed: {
          reference.announce()
          reference.upstreams[0]?.request(.unlimited)
        },
        completed: { completion in
          if case .failure = completion { return reference.end(completion) }
          isMade = true
          sendIfReady()
        }
      ) { value in
        if isMade { return .none }
        values.append(value)
        if isFailed(values) {
          reference.end(.failure(ContractRow.Failure()))
        } else if isSettled(values) {
          isMade = true
          reference.upstreams[0].take()?.cancel()
          sendIfReady()
        }
        return .none
      }
    }
  }

  private static func row(
    _ name: String, _ make: @escaping @Sendable (Reference.Stream) -> Reference.Stream,
    isFailed: @escaping @Sendable ([Int]) -> Bool = { _ in false },
    isSettled: @escaping @Sendable ([Int]) -> Bool = { _ in false },
    to result: @escaping @Sendable ([Int]) -> Int?
  ) -> DifferentialRow {
    DifferentialRow(
      name, make: { make($0.upstreams[0]) },
      reference: {
        reduced($0.upstreams[0], isFailed: isFailed, isSettled: isSettled, to: result)
      })
  }

  @Sendable private static func refuse4(_ value: Int) throws -> Int {
    if value == 4 { throw ContractRow.Failure() }
    return value
  }

  @Sendable private static func isRefused(_ values: [Int]) -> Bool { values.last == 4 }

  /// Returns whether a comparison throws. A comparison needs two values.
  @Sendable private static func isComparisonRefused(_ values: [Int]) -> Bool {
    values.count > 1 && values.contains(4)
  }

  private static let refusing: [DifferentialRow] = [
    row(
      "tryReduce", { erased($0.tryReduce(3) { $0 + (try refuse4($1)) }) }, isFailed: isRefused,
      to: { $0.reduce(3, +) }),
    row(
      "tryMin", { erased($0.tryMin { try refuse4($0) < refuse4($1) }) },
      isFailed: isComparisonRefused, to: { $0.min() }),
    row(
      "tryMax", { erased($0.tryMax { try refuse4($0) < refuse4($1) }) },
      isFailed: isComparisonRefused, to: { $0.max() }),
    row(
      "tryFirst(where:)", { erased($0.tryFirst { try refuse4($0) > 2 }) }, isFailed: isRefused,
      isSettled: { $0.contains { $0 > 2 } }, to: { $0.first { $0 > 2 } }),
    row(
      "tryLast(where:)", { erased($0.tryLast { try refuse4($0) < 3 }) }, isFailed: isRefused,
      to: { $0.last { $0 < 3 } }),
    row(
      "tryContains(where:)", { erased($0.tryContains { try refuse4($0) > 3 }.map { $0 ? 1 : 0 }) },
      isFailed: isRefused, isSettled: { $0.contains(5) }, to: { $0.contains(5) ? 1 : 0 }),
    row(
      "tryAllSatisfy", { erased($0.tryAllSatisfy { try refuse4($0) < 3 }.map { $0 ? 1 : 0 }) },
      isFailed: isRefused, isSettled: { !$0.allSatisfy { $0 < 3 } },
      to: { $0.allSatisfy { $0 < 3 } ? 1 : 0 }),
  ]

  private static func erased<P>(_ publisher: P) -> Reference.Stream
  where P: Publisher<Int, any Error> {
    publisher.mapError { _ in ContractRow.Failure() }.eraseToAnyPublisher()
  }

  static let reducing =
    refusing + [
      row("collect", { $0.collect().map { $0.reduce(1) { $0 * 10 + $1 } }.eraseToAnyPublisher() }) {
        $0.reduce(1) { $0 * 10 + $1 }
      },
      row("reduce", { $0.reduce(3, +).eraseToAnyPublisher() }, to: { $0.reduce(3, +) }),
      row("count", { $0.count().eraseToAnyPublisher() }, to: { $0.count }),
      row("max", { $0.max().eraseToAnyPublisher() }, to: { $0.max() }),
      row("min", { $0.min().eraseToAnyPublisher() }, to: { $0.min() }),
      row("last", { $0.last().eraseToAnyPublisher() }, to: { $0.last }),
      row("last(where:)", { $0.last { $0 < 3 }.eraseToAnyPublisher() }, to: { $0.last { $0 < 3 } }),
      row(
        "first", { $0.first().eraseToAnyPublisher() }, isSettled: { _ in true }, to: { $0.first }),
      row(
        "first(where:)", { $0.first { $0 > 2 }.eraseToAnyPublisher() },
        isSettled: { $0.contains { $0 > 2 } }, to: { $0.first { $0 > 2 } }),
      row(
        "contains", { $0.contains(3).map { $0 ? 1 : 0 }.eraseToAnyPublisher() },
        isSettled: { $0.contains(3) }, to: { $0.contains(3) ? 1 : 0 }),
      row(
        "contains(where:)", { $0.contains { $0 > 3 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher() },
        isSettled: { $0.contains { $0 > 3 } }, to: { $0.contains { $0 > 3 } ? 1 : 0 }),
      row(
        "allSatisfy", { $0.allSatisfy { $0 < 4 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher() },
        isSettled: { !$0.allSatisfy { $0 < 4 } }, to: { $0.allSatisfy { $0 < 4 } ? 1 : 0 }),
      DifferentialRow(
        "ignoreOutput",
        make: { $0.upstreams[0].ignoreOutput().map(nothing).eraseToAnyPublisher() },
        reference: { world in
          Reference.publisher { reference in
            reference.connect(
              to: world.upstreams[0],
              subscribed: {
                reference.announce()
                reference.upstreams[0]?.request(.unlimited)
              }
            ) { _ in .none }
          }
        }),
      DifferentialRow(
        "collect(_:)",
        make: {
          $0.upstreams[0].collect(2).map { $0.reduce(1) { $0 * 10 + $1 } }.eraseToAnyPublisher()
        },
        reference: { collected($0.upstreams[0], by: 2) }),
    ]

  /// Returns a number for a value that is never sent.
  @Sendable private static func nothing<T>(_ value: T) -> Int { 0 }

  private static func collected(_ upstream: Reference.Stream, by count: Int) -> Reference.Stream {
    Reference.publisher { reference in
      var values: [Int] = []
      func sendGroup() -> Subscribers.Demand {
        let group = values.reduce(1) { $0 * 10 + $1 }
        values = []
        return reference.send(group)
      }
      reference.onRequest = { reference.upstreams[0]?.request($0 * count) }
      reference.connect(
        to: upstream,
        completed: { completion in
          if case .finished = completion, !values.isEmpty { _ = sendGroup() }
          reference.end(completion)
        }
      ) { value in
        values.append(value)
        return values.count == count ? sendGroup() * count : .none
      }
    }
  }
}
