import PlayheadCore

/// The observers and settings of a client, and the lines that wait for it.
struct ClientState {
  /// The number of properties that a client may observe.
  static let observerLimit = 10_000

  var isClosed = false
  /// The number of commands that are being carried out; items wait for their replies.
  var commandCount = 0
  private var isSending = false
  private var replies: [UInt8] = []
  private var items = ItemQueue()
  /// The kinds of properties that may have other values: as in mpv, read after the events were sent.
  private var changed: PropertyTriggers = []

  /// The current file, as of the last event that the client was sent.
  var tracker = PlaybackTracker()
  /// The player of the client's file when the lines were read that are being carried out.
  var playerWhenRead: Player?
  private(set) var observers: [Observer] = []
  /// What the observers depend on.
  private(set) var interest = Interest()
  private var lastSerial = 0
  var disabledEvents: Set<MPVEventKind> = [.tick]
  var logLevel: LogLevel?

  /// The next thing to send.
  enum Work {
    case bytes([UInt8])
    case item(ClientItem)
  }

  mutating func add(_ item: ClientItem) {
    if isClosed { return }
    if case .changed(let triggers) = item {
      changed.formUnion(triggers)
      return
    }
    items.append(item)
  }

  mutating func add(reply: [UInt8]) {
    if !isClosed { replies += reply }
  }

  /// Returns the next thing to send, before a call of `finishWork()`; nil if nothing waits, or another thread sends.
  mutating func beginWork() -> Work? {
    if isSending { return nil }
    if !replies.isEmpty {
      isSending = true
      defer { replies = [] }
      return .bytes(replies)
    }
    if commandCount > 0 { return nil }
    if let item = items.popFirst() {
      isSending = true
      return .item(item)
    }
    if changed.isEmpty { return nil }
    isSending = true
    defer { changed = [] }
    return .item(.changed(changed))
  }

  mutating func finishWork() { isSending = false }

  /// Adds an observer, and returns its serial number.
  mutating func observe(_ path: String, id: Int64, isText: Bool) -> Int {
    lastSerial += 1
    let observer = Observer(serial: lastSerial, id: id, path: path, isText: isText)
    observers.append(observer)
    interest.formUnion(observer.interest)
    return lastSerial
  }

  /// Removes the observers with a number.
  mutating func unobserve(id: Int64) {
    observers.removeAll { $0.id == id }
    interest = observers.reduce(into: []) { $0.formUnion($1.interest) }
  }

  /// Stores the values that observers were sent, which are in the order of the observers.
  mutating func store(_ values: [(serial: Int, value: Observer.Last)]) {
    var index = 0
    for (serial, value) in values {
      while index < observers.count, observers[index].serial < serial { index += 1 }
      if index < observers.count, observers[index].serial == serial {
        observers[index].last = value
      }
    }
  }

  /// Returns a state in which nothing is sent any more.
  static var closed: ClientState {
    var state = ClientState()
    state.isClosed = true
    return state
  }
}
