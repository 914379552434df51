import PortableCombine

extension InterleavingRow {
  /// Operators that deliver on a scheduler.
  static let timed: [InterleavingRow] = [
    on("ReceiveOn", .each) { $0.receive(on: $1).erased },
    on("SubscribeOn", .each) { $0.subscribe(on: $1).erased },
    on("Delay", .each) { $0.delay(for: .nanoseconds(3), scheduler: $1).erased },
    on("Timeout", .distinct) { $0.timeout(.nanoseconds(4), scheduler: $1).erased },
    on("Debounce", .distinct) { $0.debounce(for: .nanoseconds(3), scheduler: $1).erased },
    on("Throttle", .distinct) {
      $0.throttle(for: .nanoseconds(3), scheduler: $1, latest: true).erased
    },
    on("Throttle (of the first)", .distinct) {
      $0.throttle(for: .nanoseconds(3), scheduler: $1, latest: false).erased
    },
    InterleavingRow("MeasureInterval") { upstreams, scheduler in
      upstreams[0].measureInterval(using: scheduler).map(\.magnitude).erased
    },
    InterleavingRow("CollectByTime") { upstreams, scheduler in
      upstreams[0].collect(.byTime(scheduler, .nanoseconds(3))).map(\.count).erased
    },
    InterleavingRow("CollectByTime (or count)") { upstreams, scheduler in
      upstreams[0].collect(.byTimeOrCount(scheduler, .nanoseconds(3), 2)).map(\.count).erased
    },
  ]

  private static func on(
    _ name: String, _ rule: Rule,
    _ make: @escaping @Sendable (Input, InterleavedScheduler) -> Stream
  ) -> InterleavingRow {
    InterleavingRow(name, rule) { make($0[0], $1) }
  }
}
