import Dispatch
import PortableCombine

extension DifferentialRow {
  static let grouping: [DifferentialRow] = [
    grouped("collect(_:) (by time)", size: nil), grouped("collect(_:) (by time or count)", size: 2),
  ]

  private static func grouped(_ name: String, size: Int?) -> DifferentialRow {
    DifferentialRow(
      name,
      make: { world in
        let span = DispatchQueue.SchedulerTimeType.Stride.nanoseconds(3)
        let strategy: Publishers.TimeGroupingStrategy<VirtualScheduler> =
          size.map { .byTimeOrCount(world.scheduler, span, $0) } ?? .byTime(world.scheduler, span)
        return world.upstreams[0].collect(strategy).map { $0.reduce(1) { $0 * 10 + $1 } }
          .eraseToAnyPublisher()
      },
      reference: { world in
        Reference.publisher { [unowned world] reference in
          let groups = Groups(reference, size: size, on: world.scheduler)
          var timer: (any Cancellable)?
          reference.onRequest = { groups.ask(for: $0) }
          reference.onCancel = { timer?.cancel() }
          reference.connect(
            to: world.upstreams[0],
            subscribed: {
              reference.announce()
              if reference.isOver { return }
              timer = world.scheduler.schedule(
                after: world.scheduler.now.advanced(by: .nanoseconds(3)),
                interval: .nanoseconds(3), tolerance: .zero, options: nil
              ) { groups.sendDue() }
            },
            completed: { completion in
              timer?.cancel()
              groups.isComplete = true
              world.scheduler.schedule {
                if case .finished = completion { groups.sendAll() } else { groups.sendFull() }
                reference.end(completion)
              }
            }
          ) { value in
            groups.append(value)
            return .none
          }
        }
      })
  }

  /// The values that a reference has collected, to be sent in groups.
  ///
  /// By time, the upstream demand is unlimited. By time or count, it is the number of values in the
  /// requested groups, and values are kept without demand. The scheduler delivers full groups.
  private final class Groups {
    private let reference: Reference
    private unowned let scheduler: VirtualScheduler
    /// The number of values in a full group; nil if groups depend on time only.
    private let size: Int?
    private var values: [Int] = []
    /// The number of values that were requested from the upstream and have not arrived.
    private var expected = Subscribers.Demand.none
    private var isScheduled = false
    /// Whether the upstream has completed.
    var isComplete = false

    init(_ reference: Reference, size: Int?, on scheduler: VirtualScheduler) {
      self.reference = reference
      self.size = size
      self.scheduler = scheduler
    }

    func append(_ value: Int) {
      if expected > .none { expected -= 1 }
      values.append(value)
      scheduleFull()
    }

    private func scheduleFull() {
      guard let size, values.count >= size, reference.demand > .none, !isScheduled else { return }
      isScheduled = true
      scheduler.schedule {
        self.isScheduled = false
        self.sendFull()
      }
    }

    func sendFull() {
      while let size, values.count >= size, reference.demand > .none, !reference.isOver {
        send(size)
      }
    }

    /// Sends the values collected in an interval.
    func sendDue() {
      if values.isEmpty { return }
      if reference.demand == .none {
        if size == nil { values = [] }
        return
      }
      send(min(values.count, size ?? values.count))
    }

    func sendAll() {
      while !reference.isOver, reference.demand > .none, !values.isEmpty { sendDue() }
    }

    private func send(_ count: Int) {
      guard reference.demand > .none, !reference.isOver else { return }
      reference.demand -= 1
      let group = values.prefix(count).reduce(1) { $0 * 10 + $1 }
      values.removeFirst(count)
      let more = reference.send(group)
      if more > .none { ask(for: more) }
    }

    func ask(for more: Subscribers.Demand) {
      reference.demand += more
      let wanted = size.map { reference.demand * $0 } ?? .unlimited
      let isUnlimited = expected == .unlimited || wanted == .unlimited
      let missing =
        isUnlimited
        ? .unlimited : wanted - min(wanted, expected + values.count)
      let mustRequest = missing > .none && expected != .unlimited && !isComplete
      expected += missing
      scheduleFull()
      if mustRequest { reference.upstreams[0]?.request(missing) }
    }
  }
}
