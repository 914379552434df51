import PlayheadTesting
import PortableCombine

extension DifferentialRow {
  /// Publishers that follow each other. Demand that one leaves unmet is requested from the next.
  ///
  /// - Parameters:
  ///   - waits: Whether a publisher is subscribed to only when the subscription to the previous one
  ///     is complete.
  ///   - makeNext: Makes a closure that returns the next publisher after a completion; nil to end.
  private static func succeeding(
    _ first: Reference.Stream, waits: Bool = false,
    _ makeNext: @escaping () -> (Reference.Completion) -> Reference.Stream?
  ) -> Reference.Stream {
    Reference.publisher { reference in
      let next = makeNext()
      reference.onRequest = {
        reference.demand += $0
        reference.upstreams[0]?.request($0)
      }
      var (isConnecting, following) = (false, Reference.Stream?.none)
      // Demand returned to a publisher that has ended is requested from the next.
      var endedCount = 0
      func connect(to stream: Reference.Stream, isFirst: Bool) {
        isConnecting = true
        reference.connect(
          to: stream,
          subscribed: {
            if isFirst { return reference.announce() }
            if reference.demand > .none { reference.upstreams[0]?.request(reference.demand) }
          },
          completed: { completion in
            endedCount += 1
            guard let stream = next(completion) else { return reference.end(completion) }
            // If a publisher completes while it is subscribed to, the next one must wait.
            if isConnecting, waits {
              following = stream
            } else {
              connect(to: stream, isFirst: false)
            }
          }
        ) { value in
          let number = endedCount
          reference.demand -= 1
          let more = reference.send(value)
          reference.demand += more
          if number == endedCount { return more }
          if more > .none { reference.upstreams[0]?.request(more) }
          return .none
        }
        isConnecting = false
        if let stream = following.take(), !reference.isOver { connect(to: stream, isFirst: false) }
      }
      connect(to: first, isFirst: true)
    }
  }

  /// Continues with another publisher after the first failure.
  private static func caught(_ world: ScheduleWorld) -> Reference.Stream {
    succeeding(world.upstreams[0]) {
      var isFirst = true
      return { completion in
        defer { isFirst = false }
        if isFirst, case .failure = completion { return world.upstreams[1] }
        return nil
      }
    }
  }

  @Sendable private static func appended(_ world: ScheduleWorld) -> Reference.Stream {
    succeeding(world.upstreams[0]) {
      var isFirst = true
      return { completion in
        defer { isFirst = false }
        if isFirst, case .finished = completion { return world.upstreams[1] }
        return nil
      }
    }
  }

  /// The number of schedules, of which one in a few thousand ends a publisher inside the delivery of
  /// a value that returns demand.
  private static let rareCount = 5000

  static let succeeding: [DifferentialRow] = [
    DifferentialRow(
      "catch", upstreams: 2, scheduleCount: rareCount,
      make: { world in
        world.upstreams[0].catch { [unowned world] _ in world.upstreams[1] }.eraseToAnyPublisher()
      },
      reference: caught),
    DifferentialRow(
      "tryCatch", upstreams: 2, scheduleCount: rareCount,
      make: { world in
        world.upstreams[0].tryCatch { [unowned world] _ in world.upstreams[1] }
          .mapError { _ in ContractRow.Failure() }.eraseToAnyPublisher()
      },
      reference: caught),
    DifferentialRow(
      "retry", scheduleCount: rareCount,
      make: { $0.upstreams[0].retry(2).eraseToAnyPublisher() },
      reference: { world in
        succeeding(world.upstreams[0], waits: true) {
          var left = 2
          return { completion in
            guard case .failure = completion, left > 0 else { return nil }
            left -= 1
            return world.upstreams[0]
          }
        }
      }),
    DifferentialRow(
      "append", upstreams: 2, allowsNoDemand: true, scheduleCount: rareCount,
      make: { $0.upstreams[0].append($0.upstreams[1]).eraseToAnyPublisher() },
      reference: appended),
    DifferentialRow(
      "prepend", upstreams: 2, allowsNoDemand: true, scheduleCount: rareCount,
      make: { $0.upstreams[1].prepend($0.upstreams[0]).eraseToAnyPublisher() },
      reference: appended),
    DifferentialRow(
      "replaceEmpty", make: { $0.upstreams[0].replaceEmpty(with: 9).eraseToAnyPublisher() },
      reference: { world in
        Reference.publisher { reference in
          var (isEmpty, isAsked, isDone) = (true, false, false)
          func sendOwn() {
            guard isAsked, isDone else { return }
            isDone = false
            _ = reference.send(9)
            reference.end(.finished)
          }
          reference.onRequest = {
            isAsked = true
            reference.upstreams[0]?.request($0)
            sendOwn()
          }
          reference.connect(
            to: world.upstreams[0],
            completed: { completion in
              guard isEmpty, case .finished = completion else { return reference.end(completion) }
              isDone = true
              sendOwn()
            }
          ) { value in
            isEmpty = false
            return reference.send(value)
          }
        }
      }),
    DifferentialRow(
      "replaceError",
      make: {
        $0.upstreams[0].replaceError(with: 9).setFailureType(to: ContractRow.Failure.self)
          .eraseToAnyPublisher()
      },
      reference: { world in
        Reference.publisher { reference in
          var isFailed = false
          func sendOwn() {
            guard isFailed, reference.demand > .none else { return }
            isFailed = false
            _ = reference.send(9)
            reference.end(.finished)
          }
          reference.onRequest = {
            reference.demand += $0
            reference.upstreams[0]?.request($0)
            sendOwn()
          }
          reference.connect(
            to: world.upstreams[0],
            completed: { completion in
              if case .finished = completion { return reference.end(completion) }
              isFailed = true
              sendOwn()
            }
          ) { value in
            reference.demand -= 1
            let more = reference.send(value)
            reference.demand += more
            sendOwn()
            return more
          }
        }
      }),
  ]
}
