import PlayheadInterprocess
import PlayheadTimekeeping

extension CommandRunner {
  /// Carries out a command of the client, and returns the data of the reply, if it has any.
  func run(_ command: ClientCommand) throws(MPVError) -> MPVNode? {
    switch command.kind {
    case .clientName: return .string(client.name)
    case .timeInMicroseconds: return .int(SystemHostClock.shared.now.nanoseconds / 1_000)
    case .version: return .int(PropertyTable.interfaceVersion)
    case .getProperty:
      try command.expect(1)
      return try PropertyTable.read(try command.text(0), in: interface.makeContext())
    case .getPropertyString:
      try command.expect(1)
      let value = try? PropertyTable.read(try command.text(0), in: interface.makeContext())
      return value?.text.map(MPVNode.string) ?? .null
    case .setProperty, .setPropertyString:
      try command.expect(2)
      try change(try command.text(0)) { (setting, _, _) throws(MPVError) in
        try setting.kind.value(of: command.arguments[1])
      }
    case .observeProperty: try observe(command, isText: false)
    case .observePropertyString: try observe(command, isText: true)
    case .unobserveProperty:
      try command.expect(1)
      let id = try command.number(0)
      client.state.withLock { $0.unobserve(id: id) }
      interface.interestChanged()
    case .requestLogMessages: try requestLogMessages(command)
    case .enableEvent: try enable(command, true)
    case .disableEvent: try enable(command, false)
    }
    return nil
  }

  private func observe(_ command: ClientCommand, isText: Bool) throws(MPVError) {
    try command.expect(2)
    let (id, path) = (try command.number(0), try command.text(1))
    let serial = try client.state.withLock { state throws(MPVError) in
      guard state.observers.count < ClientState.observerLimit else { throw .invalidParameter }
      return state.observe(path, id: id, isText: isText)
    }
    interface.interestChanged()
    client.add(.observed(serial: serial))
  }

  private func requestLogMessages(_ command: ClientCommand) throws(MPVError) {
    try command.expect(1)
    let name = try command.text(0)
    // `terminal-default` is the level of mpv's own output.
    let level = name == "terminal-default" ? .status : LogLevel(rawValue: name)
    guard level != nil || name == "no" else { throw .invalidParameter }
    client.state.withLock { $0.logLevel = level }
  }

  private func enable(_ command: ClientCommand, _ isEnabled: Bool) throws(MPVError) {
    try command.expect(1)
    let name = try command.text(0)
    var kinds = Set(MPVEventKind.allCases)
    if name != "all" {
      guard let kind = MPVEventKind(rawValue: name) else { throw .invalidParameter }
      if kind == .shutdown, !isEnabled { throw .invalidParameter }
      kinds = [kind]
    }
    // mpv never withholds these from a client that has asked for them.
    kinds.subtract([.shutdown, .propertyChange, .logMessage])
    client.state.withLock { state in
      if isEnabled {
        state.disabledEvents.subtract(kinds)
      } else {
        state.disabledEvents.formUnion(kinds)
      }
    }
  }
}
