import PortableCombine

extension Pagination {
  /// The subscriber of one attempt to load a page.
  struct PageSubscriber: Subscriber {
    typealias Input = ListPage<Items, Index>

    let pagination: Pagination
    let number: Int
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      let isTaken = pagination.junction.change { $0.state.add(subscription, of: number) } ?? false
      guard isTaken else { return subscription.cancel() }
      pagination.ask(for: .none)
    }

    func receive(_ input: ListPage<Items, Index>) -> Subscribers.Demand {
      var leftover: PaginationInputs<Index>.Leftover?
      let more = pagination.junction.update { inputs in
        let (outcome, rest) = inputs.state.receive(next: input.next, of: number)
        leftover = rest
        if case .sent = outcome { return .value(input.items) }
        return nil
      }
      leftover?.subscription?.cancel()
      pagination.finishIfDone()
      if more > .none { pagination.ask(for: more) }
      return .none
    }

    func receive(completion: Subscribers.Completion<Loading.Failure>) {
      var leftover: PaginationInputs<Index>.Leftover?
      pagination.junction.finish { inputs in
        let isFailure = if case .failure = completion { true } else { false }
        let (outcome, own) = inputs.state.end(isFailure: isFailure, of: number)
        leftover = own
        switch outcome {
        case .ignored, .sent, .sleep: return nil
        case .finish, .fail: break
        }
        return outcome == .fail ? completion : .finished
      }
      withExtendedLifetime(leftover) {}
    }
  }

  /// The subscriber of the signal.
  struct SignalSubscriber: Subscriber {
    typealias Input = Void
    typealias Failure = Never

    let pagination: Pagination
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      pagination.junction.connect(subscription) {
        $0.state.add(paginator: subscription) ? .unlimited : nil
      }
    }

    func receive(_ input: Void) -> Subscribers.Demand {
      pagination.turn()
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
      let leftover = pagination.junction.change { $0.state.endSignals() }
      withExtendedLifetime(leftover) {}
      pagination.finishIfDone()
    }
  }
}
