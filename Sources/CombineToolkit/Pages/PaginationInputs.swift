import PortableCombine

/// The state of a list in pages.
struct PaginationInputs<Index> {
  private enum Phase {
    /// The next signal loads a page.
    case asleep
    /// A page is loading: its subscription, and whether the page was requested.
    case loading((any Subscription)?, isAsked: Bool)
    /// The last page was sent.
    case over
  }

  /// An attempt to load a page: the page's index, and the number of the attempt.
  struct Attempt {
    let index: Index
    let number: Int
  }

  /// The effect of an event on the list.
  enum Outcome {
    case ignored, sent, sleep, finish, fail
  }

  /// Removed state, to be released outside the lock.
  struct Leftover {
    var subscription: (any Subscription)?
    var index: Index?
  }

  private var demand = Subscribers.Demand.none
  private var index: Index
  // The number of the current attempt. Events of earlier attempts are ignored.
  private var number = 1
  private var phase = Phase.loading(nil, isAsked: false)
  private var isFirst = true
  private var isRequesting = false
  private var paginator: (any Subscription)?
  private var isSignalled: Bool

  /// Creates a state in which the first page is loading.
  init(startingAt index: Index, isSignalled: Bool) {
    self.index = index
    self.isSignalled = isSignalled
  }

  /// The current attempt, or the last one.
  var attempt: Attempt { Attempt(index: index, number: number) }

  /// Whether no page can follow.
  var isFinished: Bool {
    switch phase {
    case .asleep: !isSignalled
    case .loading: false
    case .over: true
    }
  }

  /// Starts to load the next page after a signal. Returns nil if a page is loading.
  mutating func turn() -> Attempt? {
    guard case .asleep = phase else { return nil }
    number += 1
    phase = .loading(nil, isAsked: false)
    return attempt
  }

  /// Adds to the demand. Returns whether the caller must call `nextRequest()`; false if another call does.
  mutating func add(_ more: Subscribers.Demand) -> Bool {
    demand += more
    if isRequesting { return false }
    isRequesting = true
    return true
  }

  /// Returns the subscription from which to request the page now.
  mutating func nextRequest() -> (any Subscription)? {
    guard demand > .none, case .loading(let page?, isAsked: false) = phase else {
      isRequesting = false
      return nil
    }
    phase = .loading(page, isAsked: true)
    return page
  }

  /// Stores the subscription to a page. Returns false if it must be cancelled.
  mutating func add(_ page: any Subscription, of number: Int) -> Bool {
    guard number == self.number, case .loading(nil, _) = phase else { return false }
    phase = .loading(page, isAsked: false)
    return true
  }

  /// Stores the paginator's subscription. Returns false if it must be cancelled.
  mutating func add(paginator subscription: any Subscription) -> Bool {
    guard isSignalled, paginator == nil else { return false }
    paginator = subscription
    return true
  }

  /// Records a page. Returns whether to send it, and its subscription, to be cancelled.
  mutating func receive(next: Index?, of number: Int) -> (Outcome, Leftover) {
    guard number == self.number, case .loading(let page, _) = phase, demand > .none else {
      return (.ignored, Leftover())
    }
    demand -= 1
    isFirst = false
    let leftover = Leftover(subscription: page, index: index)
    if let next { index = next }
    phase = next == nil ? .over : .asleep
    return (.sent, leftover)
  }

  /// Records that a page's publisher ended without sending the page.
  mutating func end(isFailure: Bool, of number: Int) -> (Outcome, Leftover) {
    guard number == self.number, case .loading(let page, _) = phase else {
      return (.ignored, Leftover())
    }
    let leftover = Leftover(subscription: page)
    phase = isFailure ? .asleep : .over
    if isFailure, isFirst { return (.fail, leftover) }
    return (isFinished ? .finish : .sleep, leftover)
  }

  /// Records that the signal has finished.
  mutating func endSignals() -> Leftover {
    isSignalled = false
    return Leftover(subscription: paginator.take())
  }

  /// Removes and returns all subscriptions, to be cancelled outside the lock.
  mutating func removeAll() -> PaginationInputs {
    defer {
      phase = .over
      paginator = nil
    }
    return self
  }

  /// Cancels the subscriptions. Called outside the lock, on removed state.
  func cancel() {
    if case .loading(let page?, _) = phase { page.cancel() }
    paginator?.cancel()
  }
}
