import Glibc
import PlaybackSession
import PlayheadInterprocess
import PlayheadTimekeeping

/// The commands of the player.
extension CommandRunner {
  /// Carries out a command, and returns the data of the reply.
  func run(_ request: CommandRequest) throws(MPVError) -> MPVNode {
    let request = try expanded(request)
    if CommandTable.refused.contains(request.name) {
      interface.log(.warn, "The command '\(request.name)' is refused.", prefix: "input")
      throw .command
    }
    if CommandTable.withoutEffect.contains(request.name) { return .null }
    switch request.name {
    case "seek": try seek(request)
    case "revert-seek": try revertSeek(request)
    case "frame-step": try step(1)
    case "frame-back-step": try step(-1)
    case "quit", "quit-watch-later":
      try perform(.quit(status: Int32(truncatingIfNeeded: request[0]?.int ?? 0)))
    case "stop": try perform(.stop(keepsList: request.flags(0).contains("keep-playlist")))
    case "ab-loop": try setNextLoopPoint()
    case "set", "add", "cycle", "multiply", "cycle-values": try changeProperty(request)
    case "keypress", "keydown": try press(request.text(0))
    case "keybind": try bind(request.text(0), to: request.text(1))
    case "print-text": interface.log(.info, request.text(0))
    case "expand-text":
      let expansion = PropertyExpansion(context: interface.makeContext(), budget: budget)
      return .string(try expansion.expand(request.text(0)))
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

  private func expanded(_ request: CommandRequest) throws(MPVError) -> CommandRequest {
    guard request.expandsProperties else { return request }
    var request = request
    let expansion = PropertyExpansion(context: interface.makeContext(), budget: budget)
    for (index, value) in request.values.enumerated() {
      guard case .string(let text)? = value, text.contains("$") else { continue }
      request.values[index] = .string(try expansion.expand(text))
    }
    return request
  }

  /// Moves by frames. Without pictures there is nothing to do, as in mpv.
  private func step(_ count: Int) throws(MPVError) {
    let context = makeContext()
    if context.info != nil, context.track(.video) == nil { return }
    try perform(.step(count))
  }

  private func seek(_ request: CommandRequest) throws(MPVError) {
    let flags = request.flags(1)
    let isToKeyframe = flags.contains("keyframes") || request.text(2) == "keyframes"
    let amount = request[0]?.number ?? 0
    let target: SeekTarget
    if flags.contains("absolute-percent") {
      target = .fraction(min(max(amount / 100, 0), 1))
    } else if flags.contains("relative-percent") {
      guard let duration = makeContext().duration else { throw .command }
      target = .offset(try time(amount / 100 * duration))
    } else if flags.contains("absolute") {
      // A time before zero counts from the end.
      let duration = amount < 0 ? makeContext().duration ?? 0 : 0
      target = .position(max(try time(amount + duration), .zero))
    } else {
      target = .offset(try time(amount))
    }
    let player = interface.makeContext().player
    interface.state.withLock {
      $0.tracker.marks.recordSeek(player?.currentTime(), at: player?.clock.now)
    }
    try perform(.seek(target, isToKeyframe ? .keyframe : .exact))
  }

  private func time(_ seconds: Double) throws(MPVError) -> MediaTime {
    guard let time = MediaTime(clientSeconds: seconds) else { throw .command }
    return time
  }

  private func revertSeek(_ request: CommandRequest) throws(MPVError) {
    guard let position = makeContext().player?.currentTime() else { throw .command }
    let flags = request.flags(0)
    let target = interface.state.withLock { state -> MediaTime? in
      guard flags.isEmpty else {
        state.tracker.marks.mark(position, permanently: flags.contains("mark-permanent"))
        return nil
      }
      return state.tracker.marks.revert(from: position)
    }
    guard flags.isEmpty else { return }
    guard let target else { throw .command }
    try perform(.seek(.position(target), .exact))
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
      case "multiply": try multiply(path, by: request[1]?.number ?? 1)
      case "cycle-values": try cycleValues(request.values.compactMap { $0?.string })
      default: try add(request[1]?.number ?? 1, to: path, wraps: request.name == "cycle")
      }
    } catch {
      throw .command
    }
  }

  /// Sets the property that is the first word to the next one of the other words, or the previous one after `!reverse`.
  private func cycleValues(_ words: [String]) throws(MPVError) {
    let isReversed = words.first == "!reverse"
    let words = isReversed ? words.dropFirst() : words[...]
    guard let path = words.first, words.count > 1 else { throw .command }
    let values = isReversed ? words.dropFirst().reversed() : Array(words.dropFirst())
    try change(path) { (setting, _, current) throws(MPVError) in
      let now = try current()
      let place = values.firstIndex { word in
        let value = try? setting.kind.value(of: .string(word))
        return value.map { $0 == now || $0.text == now.text } ?? false
      }
      return try setting.kind.value(of: .string(values[place.map { ($0 + 1) % values.count } ?? 0]))
    }
  }
}

/// Paths that begin with the user's home directory.
enum HomePath {
  /// Returns the path with the home directory instead of a leading `~`.
  static func expand(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}
