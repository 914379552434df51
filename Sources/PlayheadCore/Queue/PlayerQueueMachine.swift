import Timekeeping

/// Decides which player of a queue is the current one, and when the others are opened and finished.
///
/// It does not call the players. It returns effects, which the caller performs in order.
struct PlayerQueueMachine {
  enum Effect {
    /// Publish the current item.
    case tell(Player?)
    /// Open the item, which plays next.
    case load(Player)
    /// Play the item at the queue's rate, starting at this instant; nil is now.
    case play(Player, from: HostInstant?)
    /// Release the item after its remaining values were published.
    case finish(Player)
  }

  /// The items, starting with the current one.
  private(set) var items: [Player] = []
  /// The rate of the current item. It does not change when the last item ends.
  private(set) var rate = Rate.paused
  var actionAtItemEnd = ActionAtItemEnd.advance
  private var effects: [Effect] = []

  /// Removes and returns the effects to perform.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  mutating func setRate(_ rate: Rate) {
    self.rate = rate
  }

  /// Inserts an item after another, or at the end if `other` is nil. Returns false, without a
  /// change, if the queue already contains `item` or does not contain `other`.
  @discardableResult mutating func insert(_ item: Player, after other: Player?) -> Bool {
    guard index(of: item) == nil else { return false }
    var place = items.endIndex
    if let other {
      guard let index = index(of: other) else { return false }
      place = index + 1
    }
    items.insert(item, at: place)
    if place == 0 { becomeCurrent(from: nil) }
    if place == 1 { effects.append(.load(item)) }
    return true
  }

  /// Removes an item. If it is the current one, the next item starts at `instant`; nil is now.
  mutating func remove(_ item: Player, at instant: HostInstant? = nil) {
    guard let index = index(of: item) else { return }
    items.remove(at: index)
    if index == 0 { becomeCurrent(from: instant) }
    if index == 1 { loadNext() }
    // Finish the item last, so that a subscriber to its completion finds the new current item.
    effects.append(.finish(item))
  }

  mutating func removeAll() {
    let removed = items
    items = []
    if !removed.isEmpty { effects.append(.tell(nil)) }
    effects += removed.map(Effect.finish)
  }

  /// Records that an item reached its end at `instant`.
  mutating func ended(_ item: Player, at instant: HostInstant) {
    guard items.first === item, actionAtItemEnd == .advance else { return }
    remove(item, at: instant)
  }

  /// Records that an item failed or was closed.
  mutating func failed(_ item: Player) {
    guard items.first === item else { return }
    remove(item)
  }

  private mutating func becomeCurrent(from instant: HostInstant?) {
    effects.append(.tell(items.first))
    guard let current = items.first else { return }
    effects.append(.play(current, from: instant))
    loadNext()
  }

  private mutating func loadNext() {
    if items.count > 1 { effects.append(.load(items[1])) }
  }

  private func index(of item: Player) -> Int? {
    items.firstIndex { $0 === item }
  }
}
