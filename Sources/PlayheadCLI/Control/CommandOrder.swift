/// Decides when commands are carried out: what is asked of a file before it is open waits for that,
/// and lines of control that come behind wait with it, so that none overtakes another.
struct CommandOrder {
  enum Admission: Hashable {
    case now
    /// It is kept, and will be the `next` one.
    case later
    /// Too many wait: it is to be asked for again once there are fewer.
    case full
  }

  private enum File {
    case closed
    /// What waits is being carried out.
    case catchingUp
    case open
  }

  static let greatestWaitingCount = 64

  private var file = File.closed
  private var waiting: [TransportCommand] = []

  /// Takes a command in. One that is not `inOrder` waits for a file only where it needs one.
  mutating func admit(_ command: TransportCommand, inOrder: Bool) -> Admission {
    if file == .open { return .now }
    let isBehindOthers = inOrder && (file == .catchingUp || !waiting.isEmpty)
    guard command.needsFile || isBehindOthers else { return .now }
    guard waiting.count < CommandOrder.greatestWaitingCount else { return .full }
    waiting.append(command)
    return .later
  }

  /// The file is open, or a command begins that takes its time: what waits is the `next` one, until
  /// there is none.
  mutating func catchUp() {
    file = .catchingUp
  }

  /// What is to be carried out now; nil once nothing waits.
  mutating func next() -> TransportCommand? {
    guard file == .catchingUp else { return nil }
    if waiting.isEmpty {
      file = .open
      return nil
    }
    return waiting.removeFirst()
  }

  /// Another file was asked for. What was asked of this one is dropped; but what waits behind the
  /// command that asked was asked of the other.
  mutating func leave() {
    if file != .catchingUp { drop() }
    file = .closed
  }

  /// The file is done with: what is still asked of it is no use to another.
  mutating func end() {
    drop()
    file = .closed
  }

  private mutating func drop() {
    waiting.removeAll(where: \.needsFile)
  }
}
