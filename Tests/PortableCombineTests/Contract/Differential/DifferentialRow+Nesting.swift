import PortableCombine

extension DifferentialRow {
  static let nesting: [DifferentialRow] = [
    flatMap("flatMap", maxPublishers: .unlimited),
    flatMap("flatMap (of two at once)", maxPublishers: .max(2)),
    DifferentialRow(
      "switchToLatest", upstreams: 3,
      make: { world in
        world.upstreams[0].map { [unowned world] in world.upstreams[1 + $0 % 2] }
          .switchToLatest().eraseToAnyPublisher()
      },
      reference: { switched($0) }),
  ]

  private static func flatMap(
    _ name: String, maxPublishers: Subscribers.Demand
  ) -> DifferentialRow {
    DifferentialRow(
      name, upstreams: 3,
      make: { world in
        world.upstreams[0].flatMap(maxPublishers: maxPublishers) { [unowned world] in
          world.upstreams[1 + $0 % 2]
        }.eraseToAnyPublisher()
      },
      reference: { world in
        Reference.publisher { reference in
          let mixing = Mixing(reference)
          mixing.left = 1
          mixing.onSpent = {
            if maxPublishers != .unlimited { reference.upstreams[0]?.request(.max(1)) }
          }
          reference.announce()
          reference.connect(
            to: world.upstreams[0],
            subscribed: { reference.upstreams[0]?.request(maxPublishers) },
            completed: { completion in
              if case .failure = completion { return reference.end(completion) }
              mixing.left -= 1
              mixing.finishIfDone()
            }
          ) { value in
            mixing.left += 1
            reference.upstreams.append(nil)
            mixing.connect(
              to: world.upstreams[1 + value % 2], at: reference.upstreams.count - 1)
            return .none
          }
        }
      })
  }

  private static func switched(_ world: ScheduleWorld) -> Reference.Stream {
    Reference.publisher(upstreams: 2) { reference in
      var (newest, isActive, isClosed) = (0, false, false)
      reference.onRequest = {
        reference.demand += $0
        reference.upstreams[0]?.request($0)
      }
      func connect(to stream: Reference.Stream, number: Int) {
        stream.subscribe(
          AnySubscriber(
            receiveSubscription: { subscription in
              guard number == newest, !reference.isOver else { return subscription.cancel() }
              reference.upstreams[0] = subscription
              if reference.demand > .none { subscription.request(reference.demand) }
            },
            receiveValue: { value in
              guard number == newest, reference.demand > .none else { return .none }
              reference.demand -= 1
              let more = reference.send(value)
              reference.demand += more
              if more > .none { reference.upstreams[0]?.request(more) }
              return .none
            },
            receiveCompletion: { completion in
              guard number == newest, !reference.isOver else { return }
              reference.upstreams[0] = nil
              isActive = false
              if case .failure = completion { return reference.end(completion) }
              if isClosed { reference.end(.finished) }
            }))
      }
      reference.announce()
      reference.connect(
        to: world.upstreams[0], at: 1,
        subscribed: { reference.upstreams[1]?.request(.unlimited) },
        completed: { completion in
          if case .failure = completion { return reference.end(completion) }
          isClosed = true
          if !isActive { reference.end(.finished) }
        }
      ) { value in
        newest += 1
        isActive = true
        reference.upstreams[0].take()?.cancel()
        connect(to: world.upstreams[1 + value % 2], number: newest)
        return .none
      }
    }
  }
}
