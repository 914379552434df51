import PortableCombine

/// The subscription to a list in pages.
final class Pagination<Index, Items, Loading>: Subscription, CustomStringConvertible
where Loading: Publisher, Loading.Output == ListPage<Items, Index> {
  /// The contents of the lock: the state, and the function, which is released with it.
  struct Inputs: JunctionInputs {
    var state: PaginationInputs<Index>
    var load: ((Index) -> Loading)?

    mutating func removeAll() -> Inputs { Inputs(state: state.removeAll(), load: load.take()) }

    func cancel() { state.cancel() }
  }

  let junction: Junction<Inputs, Items, Loading.Failure>

  init(
    _ pages: PagedList<Index, Items, Loading>, isSignalled: Bool,
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

  func cancel() { junction.cancel() }

  /// Adds to the demand, and requests pages in a loop, unless a caller does already: recursion could be deep.
  func ask(for demand: Subscribers.Demand) {
    guard junction.change({ $0.state.add(demand) }) == true else { return }
    while let page = junction.change({ $0.state.nextRequest() }) ?? nil { page.request(.max(1)) }
  }

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
    junction.finish { $0.state.isFinished ? .finished : nil }
  }
}
