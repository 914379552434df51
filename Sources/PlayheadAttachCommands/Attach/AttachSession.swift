import Dispatch
import PlaybackSession
import PlayheadAttaching
import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadTerminal
import PlayheadTimekeeping
import PortableCombine

/// Reports the position of another player, and passes requests to it.
final class AttachSession: Sendable {
  private struct State {
    var player: AttachedPlayer?
    var following: [AnyCancellable] = []
    /// The item that came last.
    var newest: AttachedPlayback?
    /// The items that wait for the last record of the one before.
    var waiting: [AttachedPlayback] = []
    var recent = RecentRequests()
    /// The requests that wait for the player's first answer; nil when it has answered.
    var early: [SessionRequest]? = []
    /// Whether the player could not be reached, or made no sense.
    var hasFailed = false
    /// Whether the player is gone for good: the session ends after the items that wait.
    var isClosed = false
    /// Whether it was said that the command waits for the player.
    var isWaiting = false
    /// Why the player could not be reached, each reason that was said.
    var said: Set<String> = []
    var timer: (any HostTimer)?

    /// Returns the next request that waited; after the last one, none is kept any more.
    mutating func nextEarly() -> SessionRequest? {
      guard early?.isEmpty == false else {
        early = nil
        return nil
      }
      return early?.removeFirst()
    }
  }

  /// How long the command waits before it tries to reach the player again, in nanoseconds.
  private static let pause: Int64 = 1_000_000_000
  /// The items that may wait for a reader that is too slow. Another item replaces the last one.
  private static let greatestCount = 1_000
  /// The requests that may wait for the player's first answer.
  private static let greatestEarlyCount = 100
  /// The reasons that are remembered.
  private static let greatestReasonCount = 100

  let options: AttachOptions
  let session: RecordingSession<AttachedPlayback>
  var outputs: SessionOutputs { session.outputs }
  private let address: AttachTarget
  let keyTerminal: KeyTerminal?
  let clock: any HostClock = SystemHostClock.shared
  private let state = Locked(State())

  init(_ options: AttachOptions, to address: AttachTarget) throws(FileFailure) {
    (self.options, self.address) = (options, address)
    session = try RecordingSession(options.records, of: options.name)
    let readsKeys = options.records.readsKeys || options.records.readsTypedCommands
    keyTerminal = readsKeys ? KeyTerminal() : nil
  }

  func run() -> ExitStatus {
    let keys: @Sendable (Key) -> Void = { [self] in
      outputs.carryOut($0, hasSound: true, perform)
    }
    let hasOutputFailed = outputs.run(keyTerminal, keys: keys, commands: perform) {
      let timer = clock.makeTimer(on: session.queue) { [weak self] in self?.attach() }
      state.withLock { $0.timer = timer }
      timer.fire()
      session.wait()
      timer.cancel()
      let (player, following) = state.withLock { ($0.player.take(), $0.following) }
      for subscription in following { subscription.cancel() }
      player?.close()
    }
    let hasFailed = state.withLock { $0.hasFailed } || hasOutputFailed
    return session.stopReason?.exitStatus ?? (hasFailed ? .failed : .played)
  }

  /// The player, while there is a connection to it.
  var player: AttachedPlayer? { state.withLock { $0.player } }

  // MARK: The player

  private func attach() {
    if session.stopReason != nil { return }
    let player = address.attach(
      options, media: options.attachedMedia, clock: clock, for: outputs.server)
    let following = [
      player.presencePublisher.sink { [weak self] presence in self?.receive(presence) },
      player.refusalPublisher.sink { [weak self] reason in self?.showRefusal(reason) },
      player.noticePublisher.sink { [weak self] notice in self?.report(notice) },
      player.statusPublisher(queue: nil).sink { [weak self] status in self?.receive(status) },
    ]
    let old = state.withLock { state in
      defer { (state.player, state.following) = (player, following) }
      return (state.player, state.following)
    }
    withExtendedLifetime(old) {}
    if session.stopReason != nil { player.close() }
  }

  /// Begins or ends the records of an item.
  func receive(_ presence: AttachedPlayer.Presence) {
    switch presence {
    case .item(let item, let playhead):
      defer { carryOutEarly() }
      let newest = state.withLock { $0.newest }
      if let newest, newest.playhead === playhead { return newest.describe(item) }
      add(item, playhead)
    case .none(let departure):
      guard let departure else { return }
      let reason: EndReason =
        switch departure {
        case .ended: .end
        case .left: .stopped
        case .lost: .closed
        }
      state.withLock { $0.newest }?.leave(reason)
    }
  }

  private func add(_ item: AttachedItem, _ playhead: ObservedPlayhead) {
    let playback = AttachedPlayback(
      playhead, item, in: session,
      settings: { [weak self] in self?.player?.settings ?? SessionSettings() },
      ended: { [weak self] in self?.end($1) })
    let old = state.withLock { state in
      defer {
        state.waiting.append(playback)
        (state.newest, state.recent) = (playback, RecentRequests())
      }
      let isFull = state.waiting.count == Self.greatestCount
      return (state.newest, isFull ? state.waiting.removeLast() : nil)
    }
    withExtendedLifetime(old) {}
    session.queue.async { [self] in beginNext() }
  }

  /// Begins the records of the next item, after the last record of the item before it.
  private func beginNext() {
    guard session.items.isEmpty, session.stopReason == nil else { return }
    let (next, isClosed) = state.withLock { state in
      (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isClosed)
    }
    if let next {
      session.begin(next, remaining: session.remaining)
    } else if isClosed {
      session.stop(.closed)
    }
  }

  /// The last record of an item has been written.
  private func end(_ reason: EndReason) {
    if [.limit, .outputClosed, .endTime].contains(reason) { session.stop(reason) }
    session.queue.async { [self] in beginNext() }
  }

  private func receive(_ status: AttachmentStatus) {
    let reason: String
    switch status {
    case .ended: reason = "the player has ended"
    case .failed(let text): reason = text
    default:
      if status == .attached { receiveAnswer() }
      return
    }
    // A player that is waited for may be lost often before it comes, for a few reasons.
    let isNew = state.withLock { state in
      defer { state.isWaiting = options.waits }
      if state.said.count == Self.greatestReasonCount { state.said = [] }
      return state.said.insert(reason).inserted || !state.isWaiting
    }
    let waiting = options.waits ? " (waiting for it)" : ""
    if isNew { Messages.say("\(options.name): \(reason)\(waiting)") }
    if options.waits {
      state.withLock { $0.timer }?.arm(at: clock.now.advanced(byNanoseconds: Self.pause))
    } else {
      let isNothingLeft = state.withLock { state in
        (state.hasFailed, state.isClosed) = (status != .ended, true)
        return state.waiting.isEmpty
      }
      if isNothingLeft { session.stop(.closed) }
    }
  }

  private func report(_ notice: ItemNotice) {
    Messages.say("\(options.name): \(notice.text)")
    if case .unreadable = notice { state.withLock { $0.newest }?.markMediaUnreadable() }
  }

  private func receiveAnswer() {
    state.withLock { $0.isWaiting = false }
    // Otherwise requests wait for its position.
    session.queue.async { [self] in if player?.facts?.item == nil { carryOutEarly() } }
  }

  // MARK: Requests

  /// Keeps a request until the player has answered for the first time. Returns whether it is kept.
  func keepEarly(_ request: SessionRequest) throws(SessionRefusal) -> Bool {
    try state.withLock { state throws(SessionRefusal) in
      guard let early = state.early, request != .showHelp else { return false }
      // A second one is urgent.
      if case .quit = request, early.isEmpty || early.last == request { return false }
      if early.count == Self.greatestEarlyCount { throw .tooManyRequests }
      state.early?.append(request)
      return true
    }
  }

  /// Carries out the requests that waited for the player's first answer, on the queue of the records.
  private func carryOutEarly() {
    guard state.withLock({ $0.early != nil }) else { return }
    session.queue.async { [self] in
      while let request = state.withLock({ $0.nextEarly() }) {
        do throws(SessionRefusal) {
          try carryOut(request)
        } catch {
          Messages.say(error.text(of: request))
        }
      }
    }
  }

  /// The latest requests to the player.
  var recent: RecentRequests { state.withLock { $0.recent } }

  func updateRecent(_ body: (inout RecentRequests) -> Void) {
    state.withLock { body(&$0.recent) }
  }

  /// Shows why the player did not do something.
  func showRefusal(_ text: String) {
    updateRecent { $0 = RecentRequests() }
    if let display = outputs.display { display.showNote(text) } else { Messages.say(text) }
  }
}

extension AttachOptions {
  /// The name of the player in messages.
  var name: String { address.map { "\($0)" } ?? "" }
}

extension ItemNotice {
  var text: String {
    switch self {
    case .unreadable(let error): FileMessage.unreadMedia(error.description).text
    case .otherDuration(let player, let media):
      FileMessage.otherDuration(
        ofPlayer: player.decimalText(places: 3), ofMedia: media.decimalText(places: 3)
      ).text
    case .missingPosition: "the player does not report a position yet"
    case .other(let text): text
    }
  }
}
