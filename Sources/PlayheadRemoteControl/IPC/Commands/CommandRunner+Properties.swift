import PlayheadInterprocess
import PlayheadMedia
import PlaybackSession
import PlayheadCore

/// Reads and sets properties.
extension CommandRunner {
  /// Sets a property to a value as it was given.
  func set(_ path: String, to node: MPVNode) throws(MPVError) {
    try change(path) { (setting, _, _) throws(MPVError) in try setting.kind.value(of: node) }
  }

  /// Adds to a property, or gives it the next value.
  func add(_ amount: Double, to path: String, wraps: Bool) throws(MPVError) {
    if let step = try PropertyTable.find(path).property.setting?.step {
      let context = makeContext()
      guard context.player != nil, context.chapterIndex != nil else { throw .propertyUnavailable }
      guard let request = try step(amount, context) else { return }
      return try perform(request, orThrow: MPVError.init(settingRefused:))
    }
    try change(path) { (_, kind, current) throws(MPVError) in
      try kind.adding(amount, to: try current(), wraps: wraps)
    }
  }

  func multiply(_ path: String, by factor: Double) throws(MPVError) {
    try change(path) { (setting, kind, current) throws(MPVError) in
      if case .whole = kind, setting.step != nil { throw .propertyError }
      return try kind.multiplying(try current(), by: factor)
    }
  }

  /// Changes a property to the result of `value`, which gets the limits for relative changes, too.
  func change(
    _ path: String,
    _ value: (PropertySetting, ValueKind, () throws(MPVError) -> MPVNode) throws(MPVError) ->
      MPVNode
  ) throws(MPVError) {
    let (property, rest) = try PropertyTable.find(path)
    let context = makeContext()
    // A value for one file only is not supported.
    guard rest.isEmpty, !path.hasPrefix("file-local-options/"), let setting = property.setting
    else {
      _ = try PropertyTable.read(path, in: context)
      throw .propertyError
    }
    // As in mpv, whatever the value is.
    guard setting.isAvailable(context) else { throw .propertyUnavailable }
    let limited = setting.limits(context).map(ValueKind.whole) ?? setting.kind
    let new = try value(setting, limited) { () throws(MPVError) in
      guard let current = context.value(of: property) else { throw .propertyUnavailable }
      return current
    }
    guard let request = try setting.request(new, context) else { return }
    try perform(request, orThrow: MPVError.init(settingRefused:))
  }

  /// Returns the state of commands. Those that a client sends before it can learn the end of its file are about that.
  func makeContext() -> PropertyContext {
    let context = interface.makeContext()
    guard context.player == nil, let known = knownPlayer else { return context }
    return PropertyContext(context.snapshot, player: known, isSeeking: false)
  }

  /// The player of the client's file as the client knew it when it sent the command.
  private var knownPlayer: Player? {
    client.state.withLock { $0.tracker.player ?? $0.playerWhenRead }
  }

  /// Has the session carry out a request.
  func perform(
    _ request: SessionRequest, orThrow translated: (SessionRefusal) -> MPVError = { _ in .command }
  ) throws(MPVError) {
    do throws(SessionRefusal) {
      try session.perform(request)
    } catch {
      // The client's file is being left. As in mpv, the request is about that, and has no effect.
      if error == .noFile, knownPlayer != nil { return }
      if case .refused(let reason) = error {
        interface.log(.error, ExactText.text(ofPlain: reason))
      }
      throw translated(error)
    }
  }
}

extension MPVError {
  /// The error of a property whose request a session has refused.
  init(settingRefused refusal: SessionRefusal) {
    switch refusal {
    case .noFile, .unknownDuration: self = .propertyUnavailable
    case .invalidValue: self = .propertyFormat
    case .noEntry, .notSeekable, .tooManyRequests, .impossible, .refused: self = .propertyError
    }
  }
}
