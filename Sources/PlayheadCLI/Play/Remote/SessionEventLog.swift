import Dispatch
import Locking
import PlayheadKit
import RemoteControl

/// Publishes the events of a session in order, one at a time, whatever threads they come from.
///
/// An event that is sent while another one is delivered is delivered afterwards, by the thread that
/// delivers that one.
final class SessionEventLog: Sendable {
  private struct State {
    var order = SessionEventOrder()
    var waiting: [SessionEvent] = []
    var isDelivering = false
    var isObserved = false
  }

  private let state = Locked(State())
  /// `nonisolated(unsafe)` is safe because subjects, which are not marked Sendable, protect their
  /// own state.
  private nonisolated(unsafe) let subject = PassthroughSubject<SessionEvent, Never>()
  private let closed = DispatchSemaphore(value: 0)

  /// Whether the publisher was requested.
  var isObserved: Bool { state.withLock { $0.isObserved } }

  var publisher: AnyPublisher<SessionEvent, Never> {
    state.withLock { $0.isObserved = true }
    return subject.eraseToAnyPublisher()
  }

  /// Sends an event, unless it comes too late.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - file: The entry of a seek or of an arrival.
  func send(_ event: SessionEvent, of file: Int? = nil) {
    let delivers = state.withLock { state in
      let current = state.order.current
      guard state.order.admit(event, of: file), state.isObserved else { return false }
      switch (event, current) {
      // A file that began while the session was ending.
      case (.closing, let current?): state.waiting.append(.ended(id: current, .quit))
      // The end of the file before is sent by a thread that is slower.
      case (.started, let current?): state.waiting.append(.ended(id: current, .stopped))
      default: break
      }
      state.waiting.append(event)
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    if delivers { deliver() }
  }

  /// Sends the last event, and waits until it was delivered.
  func close() {
    guard isObserved else { return }
    send(.closing)
    closed.wait()
  }

  private func deliver() {
    while let event = next() {
      subject.send(event)
      guard case .closing = event else { continue }
      subject.send(completion: .finished)
      closed.signal()
    }
  }

  private func next() -> SessionEvent? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isDelivering = false
      return nil
    }
  }
}
