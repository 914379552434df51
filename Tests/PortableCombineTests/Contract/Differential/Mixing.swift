import PortableCombine

/// The reference of operators that send the values of several publishers as they arrive.
///
/// While the demand is limited, it requests one value at a time from each publisher, and keeps the
/// value until it is requested.
final class Mixing {
  let reference: Reference
  /// The number of publishers that have not finished, or may still be added.
  var left = 0
  /// Called when a publisher has finished and its values are sent.
  var onSpent: () -> Void = {}
  /// The indices of the publishers among the upstreams.
  private var places: [Int] = []
  private var waiting: [(source: Int, value: Int)] = []
  private var isSending = false
  private var asksForAll = false

  init(_ reference: Reference) {
    self.reference = reference
    reference.onRequest = { demand in
      reference.demand += demand
      self.send()
    }
  }

  func connect(to stream: Reference.Stream, at index: Int) {
    places.append(index)
    reference.connect(
      to: stream, at: index,
      subscribed: {
        if self.asksForAll {
          self.reference.upstreams[index]?.request(.unlimited)
        } else {
          self.reference.upstreams[index]?.request(.max(1))
        }
      },
      completed: { completion in
        if case .failure = completion { return self.reference.end(completion) }
        self.left -= 1
        if !self.waiting.contains(where: { $0.source == index }) { self.onSpent() }
        self.finishIfDone()
      }
    ) { value in
      if self.asksForAll { return self.pass(value) }
      if self.reference.demand == .none || !self.waiting.isEmpty {
        self.waiting.append((index, value))
        return .none
      }
      self.reference.demand -= 1
      return self.pass(value) + (self.asksForAll ? 0 : 1)
    }
  }

  /// Sends a value, and then the waiting values that the subscriber requests.
  private func pass(_ value: Int) -> Subscribers.Demand {
    let more = reference.send(value)
    reference.demand += more
    if more > .none { send() }
    return .none
  }

  /// Sends the waiting values that are requested, and requests values to replace them.
  private func send() {
    if isSending { return }
    isSending = true
    while !reference.isOver, reference.demand > .none, !waiting.isEmpty {
      let (index, value) = waiting.removeFirst()
      reference.demand -= 1
      reference.demand += reference.send(value)
      if let upstream = reference.upstreams[index] {
        if reference.demand != .unlimited { upstream.request(.max(1)) }
      } else if !waiting.contains(where: { $0.source == index }) {
        onSpent()
      }
      finishIfDone()
    }
    isSending = false
    if reference.demand == .unlimited, !asksForAll {
      asksForAll = true
      for place in places { reference.upstreams[place]?.request(.unlimited) }
    }
  }

  func finishIfDone() {
    if left == 0, waiting.isEmpty { reference.end(.finished) }
  }
}
