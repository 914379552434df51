import PlayheadLocking
import PlayheadMedia
import PortableCombine

/// Reads the packets of media while there is demand.
///
/// Sendable is unchecked because only the thread that delivers uses `source` and calls
/// `downstream`, which is client code. `isDelivering` ensures that there is only one such thread.
final class PacketTableSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible,
  @unchecked Sendable
where Downstream.Input == PacketTiming, Downstream.Failure == MediaError {
  private struct State {
    var demand = Subscribers.Demand.none
    var isDelivering = false
    /// Nil once cancelled or completed.
    var downstream: Downstream?
  }

  private let opener: any MediaOpener
  private let interruption = Interruption()
  private let state: Locked<State>
  private var source: (any MediaSource)?

  init(opener: any MediaOpener, downstream: Downstream) {
    self.opener = opener
    state = Locked(State(downstream: downstream))
  }

  var description: String { "PacketTable" }

  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    let isFirst = state.withLock { state in
      state.demand += demand
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    if isFirst { deliver() }
  }

  func cancel() {
    let downstream = state.withLock { $0.downstream.take() }
    interruption.interrupt()
    withExtendedLifetime(downstream) {}
  }

  private func deliver() {
    while let downstream = nextTurn() {
      do throws(MediaError) {
        if let packet = try next() {
          let more = downstream.receive(packet)
          state.withLock { $0.demand += more }
        } else {
          complete(.finished)
        }
      } catch {
        complete(.failure(error))
      }
    }
  }

  /// Returns the subscriber and reduces the demand by one; without demand, ends delivery.
  private func nextTurn() -> Downstream? {
    let (downstream, isOver) = state.withLock { state -> (Downstream?, Bool) in
      guard let downstream = state.downstream else { return (nil, true) }
      guard state.demand > .none else {
        state.isDelivering = false
        return (nil, false)
      }
      state.demand -= 1
      return (downstream, false)
    }
    if isOver { source = nil }
    return downstream
  }

  private func next() throws(MediaError) -> PacketTiming? {
    if source == nil { source = try opener.open(interruption: interruption) }
    guard let source else { return nil }
    while true {
      switch try source.read() {
      case .packet(let packet): return packet
      case .endOfMedia: return nil
      case .nothingYet(let delay): interruption.wait(for: delay)
      }
      if interruption.isInterrupted { return nil }
    }
  }

  private func complete(_ completion: Subscribers.Completion<MediaError>) {
    state.withLock { $0.downstream.take() }?.receive(completion: completion)
  }
}
