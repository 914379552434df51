import PlayheadLocking
import PlayheadMedia
import PortableCombine

/// Collects packets into pages, one page at a time, while both the trigger and the subscriber have demand.
///
/// Sendable is unchecked because `downstream` is client code, which only the thread that collects the page calls.
final class PacketTablePagesSubscription<Downstream: Subscriber>: Subscription, Subscriber,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input == [PacketTiming], Downstream.Failure == MediaError {
  typealias Input = PacketTiming
  typealias Failure = MediaError

  private struct State {
    var demand = Subscribers.Demand.none
    var triggered = 0
    var isTriggerOver = false
    /// Whether a page is being collected or delivered.
    var isBusy = false
    var page: [PacketTiming] = []
    var upstream: (any Subscription)?
    var following: AnyCancellable?
    /// Nil once cancelled or completed.
    var downstream: Downstream?
  }

  private let pageLength: Int
  private let state: Locked<State>

  init(pageLength: Int, downstream: Downstream) {
    self.pageLength = pageLength
    state = Locked(State(downstream: downstream))
  }

  var description: String { "PacketTablePages" }

  func follow<Trigger: Publisher>(_ trigger: Trigger)
  where Trigger.Failure == Never {
    let following = trigger.sink(
      receiveCompletion: { _ in
        self.state.withLock { $0.isTriggerOver = true }
        self.resume()
      },
      receiveValue: { _ in
        self.state.withLock { $0.triggered += 1 }
        self.resume()
      })
    let isOver = state.withLock { state in
      if state.downstream != nil { state.following = following }
      return state.downstream == nil
    }
    if isOver { following.cancel() }
  }

  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    state.withLock { $0.demand += demand }
    resume()
  }

  func cancel() {
    let (upstream, following, downstream) = state.withLock { state in
      (state.upstream.take(), state.following.take(), state.downstream.take())
    }
    upstream?.cancel()
    following?.cancel()
    withExtendedLifetime(downstream) {}
  }

  func receive(subscription: any Subscription) {
    let isOver = state.withLock { state in
      if state.downstream != nil { state.upstream = subscription }
      return state.downstream == nil
    }
    if isOver { subscription.cancel() } else { resume() }
  }

  func receive(_ packet: PacketTiming) -> Subscribers.Demand {
    let page = state.withLock { state -> [PacketTiming]? in
      state.page.append(packet)
      guard state.page.count == pageLength else { return nil }
      defer { state.page = [] }
      return state.page
    }
    if let page {
      deliver(page)
      resume()
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<MediaError>) {
    let page = state.withLock { state in
      defer { state.page = [] }
      return state.page
    }
    if !page.isEmpty { deliver(page) }
    complete(completion)
  }

  private func deliver(_ page: [PacketTiming]) {
    let more = state.withLock { $0.downstream }?.receive(page) ?? .none
    state.withLock { state in
      state.demand += more
      state.isBusy = false
    }
  }

  /// Starts the next page if one is due, or completes after the last page.
  private func resume() {
    let (upstream, isOver) = state.withLock { state -> ((any Subscription)?, Bool) in
      guard !state.isBusy, state.downstream != nil, let upstream = state.upstream else {
        return (nil, false)
      }
      if state.triggered == 0 { return (nil, state.isTriggerOver) }
      guard state.demand > .none else { return (nil, false) }
      state.triggered -= 1
      state.demand -= 1
      state.isBusy = true
      return (upstream, false)
    }
    upstream?.request(.max(pageLength))
    if isOver { complete(.finished) }
  }

  private func complete(_ completion: Subscribers.Completion<MediaError>) {
    let downstream = state.withLock { $0.downstream.take() }
    cancel()
    downstream?.receive(completion: completion)
  }
}
