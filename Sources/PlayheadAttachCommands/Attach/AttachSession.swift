import Dispatch
import PlaybackSession
import PlayheadAttaching
import PlayheadCore
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadRecords
import PlayheadTerminal
import PlayheadTimekeeping
import PortableCombine

/// Reports the position of another player, and passes requests to it.
final class AttachSession: Sendable {
  private struct State {
    var player: AttachedPlayer?
    var following: [AnyCancellable] = []
    /// The item whose records are written, and those that came after it.
    var playbacks: [AttachedPlayback] = []
    var recent = RecentRequests()
    /// The requests that wait for the player's first answer; nil when it has answered.
    var early: [SessionRequest]? = []
    /// The number of items until now.
    var number = 0
    /// How many more progress records may be written; nil means any number.
    var remaining: Int?
    /// Why the session ends; nil before.
    var stopReason: EndReason?
    /// Whether the player could not be reached, or made no sense.
    var hasFailed = false
    /// Whether it was said that the command waits for the player.
    var isWaiting = false
    var timer: (any HostTimer)?

    /// Returns the next request that waited; after the last one, none is kept any more.
    mutating func takeEarly() -> SessionRequest? {
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

  let options: AttachOptions
  let outputs: SessionOutputs
  private let address: AttachTarget
  let keyTerminal: KeyTerminal?
  let clock: any HostClock = SystemHostClock.shared
  private let queue = DispatchQueue(label: "playhead.records")
  private let state: Locked<State>
  private let finished = DispatchSemaphore(value: 0)

  /// Opens the outputs.
  ///
  /// - Throws: `FileFailure` if an output cannot be opened.
  init(_ options: AttachOptions, to address: AttachTarget) throws(FileFailure) {
    (self.options, self.address) = (options, address)
    outputs = try SessionOutputs(options.records)
    let readsKeys = options.records.readsKeys || options.records.readsTypedCommands
    keyTerminal = readsKeys ? KeyTerminal() : nil
    state = Locked(State(remaining: options.records.limit))
  }

  func run() -> ExitStatus {
    let keys: @Sendable (Key) -> Void = { [self] in
      outputs.carryOut($0, hasSound: true, perform)
    }
    let hasOutputFailed = outputs.run(keyTerminal, keys: keys, commands: perform) {
      let timer = clock.makeTimer(on: queue) { [weak self] in self?.attach() }
      state.withLock { $0.timer = timer }
      timer.fire()
      finished.wait()
      timer.cancel()
      let (player, following) = state.withLock { ($0.player.take(), $0.following) }
      for subscription in following { subscription.cancel() }
      player?.close()
    }
    let (reason, hasFailed) = state.withLock { ($0.stopReason, $0.hasFailed) }
    return reason?.exitStatus ?? (hasFailed || hasOutputFailed ? .failed : .played)
  }

  /// The player, while there is a connection to it.
  var player: AttachedPlayer? { state.withLock { $0.player } }

  // MARK: The player

  private func attach() {
    if state.withLock({ $0.stopReason != nil }) { return }
    let player = address.attach(options, media: options.attachedMedia, clock: clock)
    let following = [
      player.presencePublisher.sink { [weak self] presence in self?.take(presence) },
      player.refusalPublisher.sink { [weak self] reason in self?.note(reason) },
      player.noticePublisher.sink { [weak self] notice in self?.note(notice) },
      player.statusPublisher(queue: nil).sink { [weak self] status in self?.take(status) },
    ]
    let (old, isOver) = state.withLock { state in
      defer { (state.player, state.following) = (player, following) }
      return ((state.player, state.following), state.stopReason != nil)
    }
    withExtendedLifetime(old) {}
    if isOver { player.close() }
  }

  /// Begins or ends the records of an item.
  func take(_ presence: AttachedPlayer.Presence) {
    switch presence {
    case .item(let item, let playhead):
      defer { takeEarly() }
      let newest = state.withLock { $0.playbacks.last }
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
      state.withLock { $0.playbacks.last }?.leave(reason)
    }
  }

  private func add(_ item: AttachedItem, _ playhead: ObservedPlayhead) {
    let playback = AttachedPlayback(playhead, item, on: queue) { [weak self] reason in
      self?.end(reason)
    }
    let (isFirst, replaced) = state.withLock { state in
      let isFull = state.playbacks.count > Self.greatestCount
      let replaced = isFull ? state.playbacks.removeLast() : nil
      state.playbacks.append(playback)
      state.recent = RecentRequests()
      return (state.playbacks.count == 1, replaced)
    }
    withExtendedLifetime(replaced) {}
    if isFirst { queue.async { [self] in beginFirst() } }
  }

  /// Begins the records of the first item, after the last record of the item before it.
  private func beginFirst() {
    let (first, number, remaining) = state.withLock { state in
      state.number += 1
      return (
        state.stopReason == nil ? state.playbacks.first : nil, state.number, state.remaining
      )
    }
    first?.begin(number, of: options.name, to: outputs, remaining: remaining) { [weak self] in
      self?.player?.settings ?? SessionSettings()
    }
  }

  /// The last record of an item has been written.
  private func end(_ reason: EndReason) {
    let (old, hasNext) = state.withLock { state in
      let old = state.playbacks.removeFirst()
      state.remaining = old.remaining ?? state.remaining
      return (old, !state.playbacks.isEmpty)
    }
    withExtendedLifetime(old) {}
    if [.limit, .outputClosed, .endTime].contains(reason) { stop(reason) }
    if state.withLock({ $0.stopReason != nil }) { return _ = finished.signal() }
    if hasNext { queue.async { [self] in beginFirst() } }
  }

  private func take(_ status: AttachmentStatus) {
    let reason: String
    switch status {
    case .ended: reason = "the player has ended"
    case .failed(let text): reason = text
    default:
      if status == .attached { noteAnswer() }
      return
    }
    let isNew = state.withLock { state in
      defer { state.isWaiting = options.waits }
      return !state.isWaiting
    }
    // A player that is waited for may be lost often before it comes.
    let waiting = options.waits ? " (waiting for it)" : ""
    if isNew { Messages.say("\(options.name): \(reason)\(waiting)") }
    if options.waits {
      state.withLock { $0.timer }?.arm(at: clock.now.advanced(byNanoseconds: Self.pause))
    } else {
      state.withLock { $0.hasFailed = status != .ended }
      stop(.closed)
    }
  }

  private func note(_ notice: ItemNotice) {
    let text =
      switch notice {
      case .unreadable(let error): FileMessage.unreadMedia(error.description).text
      case .otherDuration(let player, let media):
        FileMessage.otherDuration(
          ofPlayer: player.decimalText(places: 3), ofMedia: media.decimalText(places: 3)
        ).text
      case .missingPosition: "the player does not report a position yet"
      }
    Messages.say("\(options.name): \(text)")
    if case .unreadable = notice { state.withLock { $0.playbacks.last }?.noteUnreadableMedia() }
  }

  private func noteAnswer() {
    state.withLock { $0.isWaiting = false }
    // Otherwise requests wait for its position.
    queue.async { [self] in if player?.facts?.item == nil { takeEarly() } }
  }

  // MARK: Requests

  /// Keeps a request until the player has answered for the first time. Returns whether it is kept.
  ///
  /// - Throws: `tooManyRequests`.
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
  private func takeEarly() {
    guard state.withLock({ $0.early != nil }) else { return }
    queue.async { [self] in
      while let request = state.withLock({ $0.takeEarly() }) {
        do throws(SessionRefusal) {
          try carryOut(request)
        } catch {
          Messages.say(error.text(of: request))
        }
      }
    }
  }

  /// Ends the attachment after the last record.
  func stop(_ reason: EndReason) {
    let isFirst = state.withLock { state in
      defer { state.stopReason = state.stopReason ?? reason }
      return state.stopReason == nil
    }
    guard isFirst else { return }
    if let signal = reason.signal { outputs.abandon(at: signal) }
    queue.async { [self] in
      guard let first = state.withLock({ $0.playbacks.first }) else { return _ = finished.signal() }
      first.stop(reason)
    }
  }

  /// Writes a record with the current position.
  func report() { state.withLock { $0.playbacks.first }?.writePosition() }

  /// The latest requests to the player.
  var recent: RecentRequests { state.withLock { $0.recent } }

  func noteRequest(_ body: (inout RecentRequests) -> Void) {
    state.withLock { body(&$0.recent) }
  }

  /// Shows why the player did not do something.
  func note(_ text: String) {
    noteRequest { $0 = RecentRequests() }
    if let display = outputs.display { display.note(text) } else { Messages.say(text) }
  }
}

extension AttachOptions {
  /// The name of the player in messages.
  var name: String { address.map { "\($0)" } ?? "" }
}
