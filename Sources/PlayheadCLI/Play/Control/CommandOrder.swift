/// Decides when each command is carried out.
///
/// A command that needs an open file waits until playback of the file has begun. So do those commands
/// from `--control` that have records of their own, and later ones wait behind them in order.
struct CommandOrder {
  enum Admission: Hashable {
    case now
    /// The command is stored, and `next()` returns it later.
    case later
    /// Too many commands are waiting. Offer it again when there are fewer.
    case full
  }

  private enum File {
    case closed
    /// The waiting commands are being carried out.
    case catchingUp
    case open
  }

  static let greatestWaitingCount = 64

  private var file = File.closed
  private var waiting: [TransportCommand] = []

  /// Decides when to carry out a command, and stores it if it must wait.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - inOrder: Whether the command stays behind those that wait, and waits for its own record.
  ///     Otherwise it waits only if it needs an open file.
  mutating func admit(_ command: TransportCommand, inOrder: Bool) -> Admission {
    if file == .open { return .now }
    let isBehindOthers = inOrder && (file == .catchingUp || !waiting.isEmpty)
    guard command.needsFile || isBehindOthers || inOrder && command.isRecorded else { return .now }
    guard waiting.count < CommandOrder.greatestWaitingCount else { return .full }
    waiting.append(command)
    return .later
  }

  /// Begins to return the waiting commands from `next()`, because the file was opened or because a
  /// command that takes time has begun.
  mutating func catchUp() {
    file = .catchingUp
  }

  /// Returns the next command to carry out, or nil if none is waiting.
  mutating func next() -> TransportCommand? {
    guard file == .catchingUp else { return nil }
    if waiting.isEmpty {
      file = .open
      return nil
    }
    return waiting.removeFirst()
  }

  /// Closes the file because a command chose another one. Commands for the old file are dropped. If
  /// the choice was itself a waiting command, those behind it apply to the new file and are kept.
  mutating func leave() {
    if file != .catchingUp { drop() }
    file = .closed
  }

  /// Closes the file after its playback ended, and drops the commands for it.
  mutating func end() {
    drop()
    file = .closed
  }

  private mutating func drop() {
    waiting.removeAll(where: \.needsFile)
  }
}
