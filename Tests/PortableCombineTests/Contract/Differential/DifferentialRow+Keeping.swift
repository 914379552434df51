import PlayheadTesting
import PortableCombine

extension DifferentialRow {
  /// The behavior of a full buffer.
  private enum WhenFull: CaseIterable {
    case dropNewest, dropOldest, fail
  }

  static let keeping = Publishers.PrefetchStrategy.all.flatMap { prefetch in
    WhenFull.allCases.map { whenFull in
      let isKeptFull = prefetch == .keepFull
      return DifferentialRow(
        "buffer (\(isKeptFull ? "kept full" : "by request"), \(whenFull))", allowsNoDemand: true,
        make: { world in
          let strategy: Publishers.BufferingStrategy<ContractRow.Failure> =
            switch whenFull {
            case .dropNewest: .dropNewest
            case .dropOldest: .dropOldest
            case .fail: .customError { ContractRow.Failure() }
            }
          return world.upstreams[0]
            .buffer(
              size: 2, prefetch: isKeptFull ? .keepFull : .byRequest, whenFull: strategy
            ).eraseToAnyPublisher()
        },
        reference: { buffered($0.upstreams[0], size: 2, isKeptFull: isKeptFull, whenFull) })
    }
  }

  /// Keeps values until they are requested. Finishes after the first request when all values are
  /// sent; fails as soon as there is no value, or no demand unless it fails because it is full.
  private static func buffered(
    _ upstream: Reference.Stream, size: Int, isKeptFull: Bool, _ whenFull: WhenFull
  ) -> Reference.Stream {
    Reference.publisher { reference in
      var values: [Int] = []
      var completion: Reference.Completion?
      var (isSending, isAnnounced, isAsked, isFull) = (false, false, false, false)
      /// Sends the requested values, and returns the number of values that now fit the buffer.
      func send() -> Subscribers.Demand {
        if isSending { return .none }
        isSending = true
        var room = 0
        while !reference.isOver, reference.demand > .none, !values.isEmpty {
          reference.demand -= 1
          room += 1
          reference.demand += reference.send(values.removeFirst())
        }
        isSending = false
        endIfDue()
        return isKeptFull ? .max(room) : .none
      }
      func endIfDue() {
        guard isAnnounced, let completion else { return }
        let isIdle = reference.demand == .none && !isFull
        if completion == .finished ? isAsked && values.isEmpty : isIdle || values.isEmpty {
          reference.end(completion)
        }
      }
      reference.onRequest = {
        reference.demand += $0
        isAsked = true
        let room = send()
        if room > .none { reference.upstreams[0]?.request(room) }
      }
      reference.connect(
        to: upstream,
        subscribed: {
          reference.upstreams[0]?.request(isKeptFull ? .max(size) : .unlimited)
        },
        completed: {
          completion = completion ?? $0
          endIfDue()
        }
      ) { value in
        if completion != nil { return .none }
        if reference.demand > .none, values.isEmpty {
          reference.demand -= 1
          let more = reference.send(value)
          reference.demand += more
          let room = more > .none ? send() : .none
          return isKeptFull ? room + 1 : .none
        }
        if values.count < size {
          values.append(value)
        } else {
          switch whenFull {
          case .dropNewest: break
          case .dropOldest: values = Array(values.dropFirst()) + [value]
          case .fail:
            isFull = true
            completion = .failure(ContractRow.Failure())
            reference.upstreams[0].take()?.cancel()
            endIfDue()
          }
        }
        return .none
      }
      reference.announce()
      isAnnounced = true
      endIfDue()
    }
  }
}

extension Publishers.PrefetchStrategy {
  fileprivate static var all: [Publishers.PrefetchStrategy] { [.keepFull, .byRequest] }
}
