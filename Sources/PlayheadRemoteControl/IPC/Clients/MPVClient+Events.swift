import PlayheadInterprocess
import PlayheadMedia
import PlaybackSession
import PlayheadCore

/// Turns what happens into lines for the client.
extension MPVClient {
  /// Returns the lines of an item: its event, and the properties that it has changed.
  func lines(of item: ClientItem) -> [UInt8] {
    switch item {
    case .event(let event, let tracker): lines(of: event, tracker)
    case .ended(let id, let reason, let last, let tracker): lines(ofEnd: id, reason, last, tracker)
    case .progress(let progress): changes(progress.triggers, makeContext(progress))
    case .changed(let triggers): changes(triggers, makeContext())
    case .observed(let serial): changes(.never, makeContext(), new: serial)
    case .message(let arguments): line(.clientMessage, [.init("args", .array(arguments))])
    case .log(let level, let prefix, let text): line(level, prefix, text)
    }
  }

  /// Returns the state from which observed properties are read: that of the last event that was sent.
  private func makeContext(_ progress: PlayheadProgress? = nil) -> PropertyContext {
    let tracker = state.withLock { $0.tracker }
    return PropertyContext(
      interface.tracker.snapshot, player: tracker.player, isSeeking: tracker.isSeeking,
      progress: progress)
  }

  private func lines(of event: SessionEvent, _ tracker: PlaybackTracker) -> [UInt8] {
    store(tracker)
    let context = makeContext(event.progress)
    switch event {
    case .started(let id):
      let location = context.snapshot.entries.first { $0.id == id }?.location ?? ""
      return line(.startFile, [.init("playlist_entry_id", .int(Int64(id)))])
        + line(.info, "cplayer", "Playing: \(location)\n") + changes(.all, context)
    case .loaded: return line(.fileLoaded) + changes(.all, context)
    case .seeking: return line(.seek) + changes(.state, context)
    case .restarted: return line(.playbackRestart) + changes([.position, .state], context)
    // These come as separate items.
    case .ended, .listChanged, .settingsChanged: return []
    case .idle: return line(.idle) + changes(.all, context)
    case .closing: return line(.shutdown)
    }
  }

  /// Reports the last values of a file before its end. Other values follow the next event, as in mpv.
  private func lines(
    ofEnd id: Int, _ reason: FileEnd,
    _ last: (snapshot: SessionSnapshot, player: Player, at: PlayheadProgress)?,
    _ tracker: PlaybackTracker
  ) -> [UInt8] {
    var lines: [UInt8] = []
    if reason == .finished, let last {
      let context = PropertyContext(
        last.snapshot, player: last.player, isSeeking: false, progress: last.at)
      lines += changes([.position, .state], context)
    }
    var members: [MPVNode.Member] = [
      .init("reason", .string(reason.name)), .init("playlist_entry_id", .int(Int64(id))),
    ]
    if case .failed(let text, let cause) = reason {
      members.append(.init("file_error", .string(cause.fileError)))
      lines += line(.error, "cplayer", text + "\n")
    }
    store(tracker)
    return lines + line(.endFile, members)
  }

  private func store(_ tracker: PlaybackTracker) {
    let old = state.withLock { state in
      defer { state.tracker = tracker }
      return state.tracker
    }
    // A player is not released with the lock held.
    withExtendedLifetime(old) {}
  }

  private func line(_ kind: MPVEventKind, _ members: [MPVNode.Member] = []) -> [UInt8] {
    state.withLock { $0.disabledEvents.contains(kind) } ? [] : kind.line(members)
  }

  private func line(_ level: LogLevel, _ prefix: String, _ text: String) -> [UInt8] {
    guard let wanted = state.withLock({ $0.logLevel }), level <= wanted else { return [] }
    return line(
      .logMessage,
      [
        .init("prefix", .string(prefix)), .init("level", .string(level.rawValue)),
        .init("text", .string(text)),
      ])
  }

  /// Returns a line for each property that was changed by the triggers, or is read by the new observer alone.
  private func changes(
    _ triggers: PropertyTriggers, _ context: PropertyContext, new: Int? = nil
  ) -> [UInt8] {
    let observers = state.withLock { state in
      guard let new else {
        return state.observers.filter { !$0.triggers.isDisjoint(with: triggers) }
      }
      return state.observers.last { $0.serial == new }.map { [$0] } ?? []
    }
    var lines: [UInt8] = []
    var values: [(serial: Int, value: Observer.Last)] = []
    for observer in observers {
      // A new observer has its first value before others.
      if observer.last == .nothing, observer.serial != new { continue }
      let value = observer.read(context)
      if value == observer.last { continue }
      lines += observer.line(value)
      values.append((observer.serial, value))
    }
    if !values.isEmpty { state.withLock { $0.store(values) } }
    return lines
  }
}

extension SessionEvent {
  /// The reading that the event carries.
  fileprivate var progress: PlayheadProgress? {
    if case .restarted(let progress) = self { progress } else { nil }
  }
}

extension FileEnd {
  /// mpv's name of the reason.
  fileprivate var name: String {
    switch self {
    case .finished: "eof"
    case .stopped: "stop"
    case .quit: "quit"
    case .failed: "error"
    }
  }
}

extension MediaError.Reason? {
  /// mpv's text for why a file was not played.
  fileprivate var fileError: String {
    switch self {
    case .isEmpty, .notMedia, .damaged, .unsupported: "unrecognized file format"
    case .noPlayableTrack: "no audio or video data played"
    default: "loading failed"
    }
  }
}

extension PlayheadProgress {
  /// The kinds of changed properties. The position of a jump comes with `SessionEvent.restarted`.
  fileprivate var triggers: PropertyTriggers {
    switch cause {
    case .interval, .boundary, .paused, .stalled, .ended, .failed, .requested: [.position, .state]
    case .started, .seeked, .looped, .rateChanged, .resumed: .state
    }
  }
}
