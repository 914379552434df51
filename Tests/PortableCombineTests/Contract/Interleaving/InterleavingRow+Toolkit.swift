import CombineToolkit
import PlayheadTesting
import PortableCombine

extension InterleavingRow {
  /// The publishers of CombineToolkit.
  static let toolkit: [InterleavingRow] = [
    row("ReduceLatest2", 2) { $0[0].reduceLatest($0[1]) { sum($0, $1) }.erased },
    row("ReduceLatest3", 3) { $0[0].reduceLatest($0[1], $0[2]) { sum($0, $1, $2) }.erased },
    row("ReduceLatest4", 4) {
      $0[0].reduceLatest($0[1], $0[2], $0[3]) { sum($0, $1, $2, $3) }.erased
    },
    row("ReduceLatestMany", 3) { upstreams in
      Publishers.ReduceLatestMany(upstreams[0], upstreams[1], upstreams[2]) { sum($0, $1, $2) }
        .erased
    },
    row("CombineLatestCollection", 3) {
      $0.combineLatest.map { $0.reduce(0) { $0 + $1.number } }.erased
    },
    row("AccumulateLatestMany", 2) {
      Publishers.AccumulateLatestMany($0).map { $0.reduce(0) { $0 + $1.number } }.erased
    },
    row("Publish", 2) { upstreams in
      Publishers.Publish(onOutputFrom: signal(upstreams[0])) { upstreams[1] }.erased
    },
    row("PublishAndRepeat", 2) { upstreams in
      Publishers.PublishAndRepeat(onOutputFrom: signal(upstreams[0])) { upstreams[1] }.erased
    },
    row("Wait", 2) { upstreams in
      upstreams[1].wait(untilOutputFrom: signal(upstreams[0]).append(Just(Token(-1) {}))).erased
    },
    row("Paginated", 1) { upstreams in
      let next = SignalTrigger()
      return PagedList(startingAt: 0) { _ in
        upstreams[0].first().map { ListPage(items: $0.number, next: 0) }
      }
      .paginated(by: next.signal(activatedBy: 0))
      .handleEvents(receiveOutput: { _ in next.activate(for: 0) }).erased
    },
  ]

  private static func row(
    _ name: String, _ count: Int, _ make: @escaping @Sendable ([Input]) -> Stream
  ) -> InterleavingRow {
    InterleavingRow(name, upstreams: count) { upstreams, _ in make(upstreams) }
  }

  /// An upstream that finishes instead of failing.
  private static func signal(_ upstream: Input) -> Publishers.ReplaceError<Input> {
    upstream.replaceError(with: Token(-1) {})
  }

  private static func sum(_ tokens: Token?...) -> Int {
    tokens.reduce(0) { $0 + ($1?.number ?? 0) }
  }
}
