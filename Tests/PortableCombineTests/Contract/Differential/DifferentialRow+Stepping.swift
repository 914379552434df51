import PlayheadTesting
import PortableCombine

extension DifferentialRow {
  /// The action of a reference for one value.
  enum Step {
    case send(Int)
    /// Skip the value and request another one.
    case skip
    /// Drop the value.
    case drop
    /// Send the value and finish.
    case last(Int)
    case end(Reference.Completion)
  }

  /// An operator that decides about each value.
  ///
  /// - Parameters:
  ///   - extra: The number of values that it requests by itself.
  ///   - makeStep: Makes the closure that decides, for each subscription.
  static func stepped(
    _ upstream: Reference.Stream, asking extra: Int = 0, by makeStep: @escaping () -> (Int) -> Step
  ) -> Reference.Stream {
    Reference.publisher { reference in
      let step = makeStep()
      var isEnding = false
      reference.onRequest = { reference.upstreams[0]?.request($0) }
      reference.connect(
        to: upstream,
        subscribed: {
          reference.announce()
          if extra > 0 { reference.upstreams[0]?.request(.max(extra)) }
        },
        completed: { if !isEnding { reference.end($0) } }
      ) { value in
        switch step(value) {
        case .send(let value): return reference.send(value)
        case .skip: return .max(1)
        case .drop: return .none
        case .last(let value):
          isEnding = true
          _ = reference.send(value)
          reference.end(.finished)
          return .none
        case .end(let completion):
          reference.end(completion)
          return .none
        }
      }
    }
  }

  private static func row(
    _ name: String, allowsNoDemand: Bool = false, asking extra: Int = 0,
    _ make: @escaping @Sendable (Reference.Stream) -> Reference.Stream,
    by makeStep: @escaping @Sendable () -> (Int) -> Step
  ) -> DifferentialRow {
    DifferentialRow(
      name, allowsNoDemand: allowsNoDemand, make: { make($0.upstreams[0]) },
      reference: { stepped($0.upstreams[0], asking: extra, by: makeStep) })
  }

  private static func erased<P>(_ publisher: P) -> Reference.Stream
  where P: Publisher<Int, any Error> {
    publisher.mapError { _ in ContractRow.Failure() }.eraseToAnyPublisher()
  }

  @Sendable private static func refusing4(_ value: Int) throws -> Int {
    if value == 4 { throw ContractRow.Failure() }
    return value
  }

  private static var failed: Step { .end(.failure(ContractRow.Failure())) }

  static let stepping =
    [
      row("map", { $0.map { $0 + 1 }.eraseToAnyPublisher() }, by: { { .send($0 + 1) } }),
      row(
        "tryMap", { erased($0.tryMap(refusing4)) },
        by: { { $0 == 4 ? failed : .send($0) } }),
      row(
        "replaceNil",
        { $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 7).eraseToAnyPublisher() },
        by: { { .send($0 == 2 ? 7 : $0) } }),
      row("encode", { erased($0.encode(encoder: IdentityCoder())) }, by: { { .send($0) } }),
      row(
        "decode", { erased($0.decode(type: Int.self, decoder: IdentityCoder())) },
        by: { { .send($0) } }),
      row(
        "filter", { $0.filter { $0.isMultiple(of: 2) }.eraseToAnyPublisher() },
        by: { { $0.isMultiple(of: 2) ? .send($0) : .skip } }),
      row(
        "tryFilter", { erased($0.tryFilter { try refusing4($0) > 1 }) },
        by: { { $0 == 4 ? failed : $0 > 1 ? .send($0) : .skip } }),
      row(
        "compactMap", { $0.compactMap { $0 == 2 ? nil : $0 * 2 }.eraseToAnyPublisher() },
        by: { { $0 == 2 ? .skip : .send($0 * 2) } }),
      row(
        "tryCompactMap", { erased($0.tryCompactMap { $0 == 2 ? nil : try refusing4($0) }) },
        by: { { $0 == 4 ? failed : $0 == 2 ? .skip : .send($0) } }),
      row("scan", { $0.scan(7, +).eraseToAnyPublisher() }) {
        var total = 7
        return {
          total += $0
          return .send(total)
        }
      },
      row("tryScan", { erased($0.tryScan(7) { $0 + (try refusing4($1)) }) }) {
        var total = 7
        return {
          total += $0
          return $0 == 4 ? failed : .send(total)
        }
      },
      row("removeDuplicates", { $0.removeDuplicates { $0 / 2 == $1 / 2 }.eraseToAnyPublisher() }) {
        var last: Int?
        return { value in
          if let last, last / 2 == value / 2 { return .skip }
          last = value
          return .send(value)
        }
      },
      row(
        "tryRemoveDuplicates",
        { erased($0.tryRemoveDuplicates { try refusing4($0) / 2 == refusing4($1) / 2 }) }
      ) {
        var last: Int?
        return { value in
          if let last, last == 4 || value == 4 { return failed }
          if let last, last / 2 == value / 2 { return .skip }
          last = value
          return .send(value)
        }
      },
    ] + selecting

  private static let selecting: [DifferentialRow] = [
    row("dropFirst", asking: 2, { $0.dropFirst(2).eraseToAnyPublisher() }) {
      var left = 2
      return {
        if left == 0 { return .send($0) }
        left -= 1
        return .drop
      }
    },
    row("drop(while:)", { $0.drop { $0 < 3 }.eraseToAnyPublisher() }) {
      var isDropping = true
      return {
        isDropping = isDropping && $0 < 3
        return isDropping ? .skip : .send($0)
      }
    },
    row("tryDrop(while:)", { erased($0.tryDrop { try refusing4($0) < 3 }) }) {
      var isDropping = true
      return {
        if isDropping, $0 == 4 { return failed }
        isDropping = isDropping && $0 < 3
        return isDropping ? .skip : .send($0)
      }
    },
    row(
      "prefix(while:)", { $0.prefix { $0 < 4 }.eraseToAnyPublisher() },
      by: { { $0 < 4 ? .send($0) : .end(.finished) } }),
    row(
      "tryPrefix(while:)", { erased($0.tryPrefix { try refusing4($0) < 5 }) },
      by: { { $0 == 4 ? failed : $0 < 5 ? .send($0) : .end(.finished) } }),
    row("prefix", { $0.prefix(2).eraseToAnyPublisher() }) {
      var left = 2
      return {
        left -= 1
        return left < 0 ? .drop : left == 0 ? .last($0) : .send($0)
      }
    },
    row("output(in:)", { $0.output(in: 1...2).eraseToAnyPublisher() }) {
      var place = -1
      return {
        place += 1
        return place == 0 ? .skip : place == 1 ? .send($0) : place == 2 ? .last($0) : .drop
      }
    },
    row(
      "handleEvents", allowsNoDemand: true,
      { $0.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() }, by: { { .send($0) } }),
    row(
      "print", { $0.print(to: Silence()).eraseToAnyPublisher() }, by: { { .send($0) } }),
    row(
      "mapError", { erased($0.mapError { $0 as any Error }) }, by: { { .send($0) } }),
    row("breakpoint", { $0.breakpoint().eraseToAnyPublisher() }, by: { { .send($0) } }),
    row(
      "measureInterval", allowsNoDemand: true,
      {
        $0.measureInterval(using: ImmediateScheduler.shared).map(\.magnitude).eraseToAnyPublisher()
      },
      by: { { _ in .send(0) } }),
  ]

  struct Silence: TextOutputStream {
    func write(_ string: String) {}
  }
}
