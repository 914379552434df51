import Timekeeping

/// The commands of the player.
extension CommandRunner {
  /// Carries out a command.
  ///
  /// - Returns: The data of the reply.
  func run(_ request: CommandRequest) throws(MPVError) -> MPVNode {
    let request = expanded(request)
    if CommandTable.refused.contains(request.name) {
      interface.log(.warn, "The command '\(request.name)' is refused.", prefix: "input")
      throw .command
    }
    if CommandTable.withoutEffect.contains(request.name) { return .null }
    switch request.name {
    case "seek": try seek(request)
    case "revert-seek": try revertSeek(request)
    case "frame-step": try perform(.step(1))
    case "frame-back-step": try perform(.step(-1))
    case "quit", "quit-watch-later":
      try perform(.quit(status: Int32(truncatingIfNeeded: request[0]?.int ?? 0)))
    case "stop": try perform(.stop(keepsList: request.flags(0).contains("keep-playlist")))
    case "ab-loop": try setNextLoopPoint()
    case "set", "add", "cycle", "multiply", "cycle-values": try changeProperty(request)
    case "print-text": interface.log(.info, request.text(0))
    case "expand-text":
      return .string(PropertyExpansion(context: interface.makeContext()).expand(request.text(0)))
    case "expand-path": return .string(HomePath.expand(request.text(0)))
    case "script-message":
      interface.broadcast(.message(request.values.compactMap { $0 }))
    case "script-message-to":
      guard let target = interface.clients.first(where: { $0.name == request.text(0) }) else {
        throw .command
      }
      target.add(.message(request.values.dropFirst().compactMap { $0 }))
    default: return try changeList(request)
    }
    return .null
  }

  private func expanded(_ request: CommandRequest) -> CommandRequest {
    guard request.expandsProperties else { return request }
    var request = request
    let expansion = PropertyExpansion(context: interface.makeContext())
    request.values = request.values.map { value in
      if case .string(let text) = value, text.contains("$") {
        .string(expansion.expand(text))
      } else {
        value
      }
    }
    return request
  }

  private func seek(_ request: CommandRequest) throws(MPVError) {
    let flags = request.flags(1)
    let isToKeyframe = flags.contains("keyframes") || request.text(2) == "keyframes"
    let amount = request[0]?.number ?? 0
    let destination: SeekDestination
    if flags.contains("absolute-percent") {
      destination = .fraction(min(max(amount / 100, 0), 1))
    } else if flags.contains("relative-percent") {
      let context = interface.makeContext()
      guard let duration = context.duration else { throw .command }
      destination = .offset(try time(amount / 100 * duration))
    } else if flags.contains("absolute") {
      // A time before zero counts from the end.
      let duration = amount < 0 ? interface.makeContext().duration ?? 0 : 0
      destination = .position(max(try time(amount + duration), .zero))
    } else {
      destination = .offset(try time(amount))
    }
    try perform(.seek(destination, isToKeyframe ? .keyframe : .exact))
  }

  private func time(_ seconds: Double) throws(MPVError) -> MediaTime {
    guard let time = MediaTime(clientSeconds: seconds) else { throw .command }
    return time
  }

  private func revertSeek(_ request: CommandRequest) throws(MPVError) {
    guard interface.makeContext().player != nil else { throw .command }
    if !request.flags(0).isEmpty { return interface.noteSeek() }
    guard let position = interface.state.withLock({ $0.tracker.revertPosition }) else {
      throw .command
    }
    try perform(.seek(.position(position), .exact))
  }

  /// Sets the start of the repeated range at the playhead, then its end, then neither.
  private func setNextLoopPoint() throws(MPVError) {
    let settings = session.snapshot.settings
    let position = interface.makeContext().progress?.position
    switch (settings.loopStart, settings.loopEnd) {
    case (nil, nil): try perform(.setLoopRange(start: position, end: nil))
    case (let start?, nil): try perform(.setLoopRange(start: start, end: position))
    default: try perform(.setLoopRange(start: nil, end: nil))
    }
  }

  private func changeProperty(_ request: CommandRequest) throws(MPVError) {
    let path = request.text(0)
    do throws(MPVError) {
      switch request.name {
      case "set": try set(path, to: request[1] ?? .null)
      case "multiply":
        try change(path) { (kind, current) throws(MPVError) in
          try kind.multiplying(try current(), by: request[1]?.number ?? 1)
        }
      case "cycle-values":
        try change(path) { (kind, current) throws(MPVError) in
          var values: [MPVNode] = []
          for word in request.values.dropFirst() {
            values.append(try kind.value(of: word ?? .null))
          }
          let now = try current()
          let next = values.firstIndex { $0 == now || $0.text == now.text }.map {
            ($0 + 1) % values.count
          }
          return values[next ?? 0]
        }
      default:
        try change(path) { (kind, current) throws(MPVError) in
          try kind.adding(request[1]?.number ?? 1, to: try current())
        }
      }
    } catch {
      throw .command
    }
  }
}
