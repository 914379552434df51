import Dispatch
import Locking
import PlayheadKit

/// Plays one file and writes its records, as a subscriber that asks for one value at a time: a slow
/// reader gets the newest position and holds up nothing.
final class FilePlayback: Subscriber, Sendable {
  typealias Input = PlayheadProgress
  typealias Failure = Never

  private struct State {
    var subscription: (any Subscription)?
    var watching: AnyCancellable?
    /// Where a terminal is drawn on.
    var statusLine: StatusLine?
    var stopReason: EndReason?
    var outcome: EndReason?
    var remaining: Int?
  }

  let name: String
  let player: Player
  private let writer: RecordWriter
  private let options: PlayOptions
  private let start: MediaTime
  private let queue = DispatchQueue(label: "playhead.records")
  private let finished = DispatchSemaphore(value: 0)
  private let state: Locked<State>

  /// - Parameter remaining: how many progress records may still be written; nil: any number.
  init(
    _ name: String, _ player: Player, from start: MediaTime, to end: MediaTime?,
    options: PlayOptions, remaining: Int?, writer: RecordWriter
  ) {
    self.name = name
    self.player = player
    self.start = start
    self.options = options
    self.writer = writer
    state = Locked(State(remaining: remaining))
    player.setForwardPlaybackEnd(end)
  }

  /// Plays, and returns why it ended. `wait` is called for as long as there is no outcome; it
  /// returns when there may be one.
  func run(waiting wait: (DispatchSemaphore) -> Bool) -> EndReason {
    if start > .zero { player.seek(to: start) }
    let watching = player.statusPublisher.sink { [weak self] in self?.receive(status: $0) }
    state.withLock { $0.watching = watching }
    player.load()
    while true {
      if let outcome = state.withLock({ $0.outcome }) { return close(outcome) }
      if !wait(finished) { finish(.error, position: player.currentTime()) }
    }
  }

  /// How many progress records may still be written.
  var remaining: Int? { state.withLock { $0.remaining } }

  /// Stops playing after the position has been written once more. From any thread.
  func stop(_ reason: EndReason) {
    let isPlaying = state.withLock { state in
      state.stopReason = reason
      return state.subscription != nil
    }
    if isPlaying { player.pause() } else { finish(reason, position: player.currentTime()) }
    // Without waiting, the thread that reads is the one that writes.
    if options.isInstant { player.interruptReading() }
  }

  private func close(_ outcome: EndReason) -> EndReason {
    let (subscription, watching) = state.withLock { ($0.subscription.take(), $0.watching.take()) }
    subscription?.cancel()
    watching?.cancel()
    player.close()
    return outcome
  }

  private func receive(status: Player.Status) {
    switch status {
    case .unknown: break
    case .readyToPlay:
      if isOver { return }
      if let info = player.mediaInfo { writer.write(.open(info, player.duration), file: name) }
      if writer.isReaderGone { return finish(.readerGone, position: start) }
      let statusLine = writer.drawsStatusLine ? StatusLine(of: player) : nil
      state.withLock { $0.statusLine = statusLine }
      player.progressPublisher(interval: options.interval, queue: queue).subscribe(self)
      player.setRate(options.rate)
      // One that came before this would have had nothing to stop.
      if state.withLock({ $0.stopReason != nil }) { player.pause() }
    case .failed(let error):
      let isPlaying = state.withLock { $0.subscription != nil }
      if !isPlaying { fail(error) }
    }
  }

  func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    subscription.request(.max(1))
  }

  func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    if isOver { return .none }
    let wallTime =
      options.isInstant ? nil : WallTime(of: progress.hostInstant, now: player.clock.now)
    writer.write(.progress(progress, wallTime: wallTime), file: name)
    let (stopReason, isLast, statusLine) = state.withLock { state in
      state.remaining = state.remaining.map { $0 - 1 }
      return (state.stopReason, state.remaining == 0, state.statusLine)
    }
    if let statusLine { writer.write(.status(statusLine.status(at: progress)), file: name) }
    if case .failed(let error) = player.status {
      fail(error)
    } else if progress.cause == .ended {
      finish(.end, position: progress.position)
    } else if progress.cause == .boundary {
      finish(.endTime, position: progress.position)
    } else if writer.isReaderGone {
      finish(.readerGone, position: progress.position)
    } else if isLast {
      finish(.limit, position: progress.position)
    } else if let stopReason, progress.state == .paused {
      finish(stopReason, position: progress.position)
    } else {
      return .max(1)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}

  private var isOver: Bool { state.withLock { $0.outcome != nil } }

  private func fail(_ error: MediaError) {
    if let stopReason = state.withLock({ $0.stopReason }) {
      return finish(stopReason, position: player.currentTime())
    }
    Messages.say("\(error)")
    writer.write(.error("\(error)"), file: name)
    finish(.error, position: player.currentTime())
  }

  private func finish(_ outcome: EndReason, position: MediaTime) {
    let isFirst = state.withLock { state in
      defer { state.outcome = state.outcome ?? outcome }
      return state.outcome == nil
    }
    guard isFirst else { return }
    writer.write(.end(outcome, position: position), file: name)
    finished.signal()
  }
}
