import Timekeeping

/// Decides which player of a queue is the current one, and what becomes of the others.
///
/// It calls no player: what is to be done to them is taken from it, in order.
struct PlayerQueueMachine {
  enum Effect {
    /// Tell that this is the current item now.
    case tell(Player?)
    /// Open it, as it is the next one to be played.
    case load(Player)
    /// Have it play at the queue's rate, from this instant on; nil is now.
    case play(Player, from: HostInstant?)
    /// Let go of it, once what has happened to it has been told.
    case finish(Player)
  }

  /// The current one first.
  private(set) var items: [Player] = []
  /// What the current item is to be played at; it stays when the last item has ended.
  private(set) var rate = Rate.paused
  var actionAtItemEnd = ActionAtItemEnd.advance
  private var effects: [Effect] = []

  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  mutating func setRate(_ rate: Rate) {
    self.rate = rate
  }

  /// Puts an item behind another, or at the end; nothing if it is in the queue, or the other is
  /// not.
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

  /// Takes an item out; where it was the current one, the next begins at `instant`, nil is now.
  mutating func remove(_ item: Player, at instant: HostInstant? = nil) {
    guard let index = index(of: item) else { return }
    items.remove(at: index)
    if index == 0 { becomeCurrent(from: instant) }
    if index == 1 { loadNext() }
    // The last of all: whoever hears the end of the old item has the new one already.
    effects.append(.finish(item))
  }

  mutating func removeAll() {
    let removed = items
    items = []
    if !removed.isEmpty { effects.append(.tell(nil)) }
    effects += removed.map(Effect.finish)
  }

  /// Takes in that an item has met its end at `instant`.
  mutating func ended(_ item: Player, at instant: HostInstant) {
    guard items.first === item, actionAtItemEnd == .advance else { return }
    remove(item, at: instant)
  }

  /// Takes in that an item cannot be played, or not to its end.
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
