import PortableCombine

/// What is known of a list that comes in pages: pure state.
struct PaginationInputs<Index> {
  private enum Phase {
    /// A signal has the page loaded.
    case asleep
    /// The page is on its way: its subscription, and whether that was asked.
    case loading((any Subscription)?, isAsked: Bool)
    /// The last page was sent.
    case over
  }

  /// A page to be loaded: which, and the number of the attempt.
  struct Attempt {
    let index: Index
    let number: Int
  }

  /// What becomes of a page that has ended.
  enum Outcome {
    case ignored, sent, sleep, finish, fail
  }

  /// What was taken out, to be released after the lock.
  struct Leftover {
    var subscription: (any Subscription)?
    var index: Index?
  }

  private var demand = Subscribers.Demand.none
  private var index: Index
  // What tells of an earlier attempt is late.
  private var number = 1
  private var phase = Phase.loading(nil, isAsked: false)
  private var isFirst = true
  private var paginator: (any Subscription)?
  private var isSignalled: Bool

  /// Makes the state in which the first page is on its way.
  init(startingAt index: Index, isSignalled: Bool) {
    self.index = index
    self.isSignalled = isSignalled
  }

  /// The attempt that is on its way, or was made last.
  var attempt: Attempt { Attempt(index: index, number: number) }

  /// Whether nothing can follow any more.
  var isFinished: Bool {
    switch phase {
    case .asleep: !isSignalled
    case .loading: false
    case .over: true
    }
  }

  /// Begins to load the next page at a signal; nil if one is on its way.
  mutating func turn() -> Attempt? {
    guard case .asleep = phase else { return nil }
    number += 1
    phase = .loading(nil, isAsked: false)
    return attempt
  }

  /// Adds to the demand; whom to ask for the page.
  mutating func add(_ more: Subscribers.Demand) -> (any Subscription)? {
    demand += more
    guard demand > .none, case .loading(let page?, isAsked: false) = phase else { return nil }
    phase = .loading(page, isAsked: true)
    return page
  }

  /// Takes in the subscription to a page; false if it is to be cancelled.
  mutating func add(_ page: any Subscription, of number: Int) -> Bool {
    guard number == self.number, case .loading(nil, _) = phase else { return false }
    phase = .loading(page, isAsked: false)
    return true
  }

  /// Takes in the paginator's subscription; false if it is to be cancelled.
  mutating func add(paginator subscription: any Subscription) -> Bool {
    guard isSignalled, paginator == nil else { return false }
    paginator = subscription
    return true
  }

  /// Takes in a page; whether it is sent. Its subscription is to be cancelled.
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

  /// Takes in that a page ended without having been sent.
  mutating func end(isFailure: Bool, of number: Int) -> (Outcome, Leftover) {
    guard number == self.number, case .loading(let page, _) = phase else {
      return (.ignored, Leftover())
    }
    let leftover = Leftover(subscription: page)
    phase = isFailure ? .asleep : .over
    if isFailure, isFirst { return (.fail, leftover) }
    return (isFinished ? .finish : .sleep, leftover)
  }

  /// Takes in that no signal comes any more.
  mutating func endSignals() -> Leftover {
    isSignalled = false
    return Leftover(subscription: paginator.take())
  }

  /// Takes all subscriptions out, to be cancelled after the lock.
  mutating func removeAll() -> [any Subscription] {
    var all: [any Subscription] = []
    if case .loading(let page?, _) = phase { all.append(page) }
    if let paginator = paginator.take() { all.append(paginator) }
    phase = .over
    return all
  }
}
