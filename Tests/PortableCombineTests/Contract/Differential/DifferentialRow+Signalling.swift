import PortableCombine

extension DifferentialRow {
  static let signalling: [DifferentialRow] = [
    DifferentialRow(
      "prefix(untilOutputFrom:)", upstreams: 2, allowsNoDemand: true,
      make: { $0.upstreams[0].prefix(untilOutputFrom: $0.upstreams[1]).eraseToAnyPublisher() },
      reference: { world in
        Reference.publisher(upstreams: 2) { reference in
          var isAnnounced = false
          var completion: Reference.Completion?
          func end(_ end: Reference.Completion) {
            if completion != nil { return }
            completion = end
            reference.upstreams[0].take()?.cancel()
            reference.upstreams[1].take()?.cancel()
            if isAnnounced { reference.end(end) }
          }
          reference.onRequest = { reference.upstreams[0]?.request($0) }
          reference.connect(
            to: world.upstreams[1], at: 1,
            subscribed: { reference.upstreams[1]?.request(.max(1)) }, completed: { _ in }
          ) { _ in
            end(.finished)
            return .none
          }
          reference.connect(
            to: world.upstreams[0],
            subscribed: { if completion != nil { reference.upstreams[0].take()?.cancel() } },
            completed: { end($0) }
          ) { completion == nil ? reference.send($0) : .none }
          isAnnounced = completion == nil
          reference.announce()
          isAnnounced = true
          if let completion { reference.end(completion) }
        }
      }),
    DifferentialRow(
      "drop(untilOutputFrom:)", upstreams: 2, allowsNoDemand: true,
      make: { $0.upstreams[0].drop(untilOutputFrom: $0.upstreams[1]).eraseToAnyPublisher() },
      reference: { world in
        Reference.publisher(upstreams: 2) { reference in
          var isOpen = false
          reference.onRequest = {
            if reference.upstreams[0] == nil { reference.demand += $0 }
            reference.upstreams[0]?.request($0)
          }
          reference.announce()
          reference.connect(
            to: world.upstreams[1], at: 1,
            subscribed: { reference.upstreams[1]?.request(.max(1)) },
            completed: { if !isOpen { reference.end($0) } }
          ) { _ in
            isOpen = true
            reference.upstreams[1].take()?.cancel()
            return .none
          }
          reference.connect(
            to: world.upstreams[0],
            subscribed: {
              if reference.demand > .none { reference.upstreams[0]?.request(reference.demand) }
            }
          ) { isOpen ? reference.send($0) : .none }
        }
      }),
  ]
}
