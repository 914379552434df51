import PlayheadMedia

/// The commands of keys.
extension CommandRunner {
  /// Carries out the commands of a key. Unlike in mpv, it is an error if there are none, or if they fail.
  func press(_ key: String) throws(MPVError) {
    guard let text = interface.state.withLock({ $0.keys.commands(of: key) }) else { throw .command }
    for request in try keyCommands(text) { _ = try run(request) }
  }

  /// Binds a key, unless its commands could never be carried out.
  func bind(_ key: String, to text: String) throws(MPVError) {
    for request in try keyCommands(text) where CommandTable.refused.contains(request.name) {
      throw .command
    }
    let isBound = interface.state.withLock { $0.keys.bind(key, to: text) }
    if key.isEmpty || !isBound { throw .command }
  }

  /// Parses the commands of a key. They may not press other keys, which could be endless.
  private func keyCommands(_ text: String) throws(MPVError) -> [CommandRequest] {
    let requests: [CommandRequest]
    do throws(MPVError) {
      requests = try CommandLineParser.parse(ExactText.bytes(of: text)[...])
    } catch {
      throw .command
    }
    if requests.contains(where: { ["keypress", "keydown", "keybind"].contains($0.name) }) {
      throw .command
    }
    return requests
  }
}
