import PortableCombine

/// The subscription to a list in pages.
final class Pagination<Index, Items, Loading>: Subscription, CustomStringConvertible
where Loading: Publisher, Loading.Output == Page<Items, Index> {
  /// The contents of the lock: the state, and the function, which is released with it.
  struct Inputs {
    var state: PaginationInputs<Index>
    var load: ((Index) -> Loading)?

    mutating func removeAll() -> Rest {
      Rest(subscriptions: state.removeAll(), load: load.take())
    }
  }

  /// Removed contents, to be cancelled and released outside the lock.
  struct Rest {
    let subscriptions: [any Subscription]
    let load: ((Index) -> Loading)?

    func cancel() {
      for subscription in subscriptions { subscription.cancel() }
    }
  }

  let junction: Junction<Inputs, Items, Loading.Failure>

  init(
    _ pages: Pages<Index, Items, Loading>, isSignalled: Bool,
    to outlet: Outlet<Items, Loading.Failure>
  ) {
    let state = PaginationInputs(startingAt: pages.first, isSignalled: isSignalled)
    junction = Junction(Inputs(state: state, load: pages.load), to: outlet)
  }

  var description: String { "Paginated" }

  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand)
  }

  func cancel() {
    junction.end { $0.removeAll() }?.cancel()
  }

  /// Adds to the demand, and requests the page that is loading.
  ///
  /// This is a loop instead of a recursion, because a page that arrives during its request may cause
  /// the next one. A call while the loop runs only adds to the demand.
  func ask(for demand: Subscribers.Demand) {
    guard junction.change({ $0.state.add(demand) }) == true else { return }
    while let page = junction.change({ $0.state.nextRequest() }) ?? nil { page.request(.max(1)) }
  }

  /// Loads the first page.
  func start() {
    load { $0.attempt }
  }

  /// Loads the next page after a signal, unless a page is loading.
  func turn() {
    load { $0.turn() }
  }

  private func load(
    _ decide: (inout PaginationInputs<Index>) -> PaginationInputs<Index>.Attempt?
  ) {
    let work = junction.change { inputs in
      decide(&inputs.state).flatMap { attempt in inputs.load.map { (attempt, $0) } }
    }
    guard case let (attempt, load)?? = work else { return }
    load(attempt.index).subscribe(PageSubscriber(pagination: self, number: attempt.number))
  }

  /// Finishes if no page can follow.
  func finishIfDone() {
    var rest: Rest?
    _ = junction.update { inputs in
      guard inputs.state.isFinished else { return nil }
      rest = inputs.removeAll()
      return .completion(.finished)
    }
    rest?.cancel()
  }
}
