import PlayheadInterprocess
import PlayheadMedia
import PlaybackSession
import PlayheadCore

/// Reads and sets properties.
extension CommandRunner {
  /// Sets a property.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - node: The value as it was given.
  /// - Throws: The errors of mpv.
  func set(_ path: String, to node: MPVNode) throws(MPVError) {
    try change(path) { (kind, _) throws(MPVError) in try kind.value(of: node) }
  }

  /// Changes a property.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - value: Returns the new value; its second argument returns the current one.
  /// - Throws: The errors of mpv.
  func change(
    _ path: String,
    _ value: (ValueKind, () throws(MPVError) -> MPVNode) throws(MPVError) -> MPVNode
  ) throws(MPVError) {
    let (property, rest) = try PropertyTable.find(path)
    let context = makeContext()
    // A value for one file only is not supported.
    guard rest.isEmpty, !path.hasPrefix("file-local-options/"), let setting = property.setting
    else {
      _ = try PropertyTable.read(path, in: context)
      throw .propertyError
    }
    let new = try value(setting.kind) { () throws(MPVError) in
      guard let current = context.value(of: property) else { throw .propertyUnavailable }
      return current
    }
    guard let request = try setting.request(new, context) else { return }
    try perform(request, orThrow: MPVError.init(settingRefused:))
  }

  /// Returns the state that commands refer to. The commands that a client sent before it could know the
  /// end of its file are about that file.
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
