import PlaybackSession
import PlayheadCore
import PlayheadMedia
import PlayheadOutputs

/// What requests change in the terminal, the records and the process. Nothing here waits for a terminal or a
/// reader, because keys and other programs wait for the owner that calls it.
extension PlaySession: SessionHost {
  func didApply(_ settings: SessionSettings, after old: SessionSettings) {
    if audio != nil, old.isAudible, !settings.isAudible {
      Messages.sayLater(OutputMessage.silentRate)
    }
    display?.update()
  }

  func didSeek() { display?.update() }

  func preloading(_ settings: SessionSettings) -> PreloadPolicy { settings.preloading(options) }

  func carryOut(_ request: SessionRequest) {
    switch request {
    case .reportPosition: recording.report()
    case .showHelp:
      display.map { $0.say(SessionRequest.keyHelp(columns: $0.width, rows: $0.height)) }
    case .quit(let status):
      if let status { state.withLock { $0.chosenStatus = ExitStatus(rawValue: status) } }
      stop(.quit)
    default: break
    }
  }

  func report(_ refusal: SessionRefusal, of request: SessionRequest) {
    // Keys rarely wait, so the request came from `--control` if that is in use.
    if options.remote.controlPath != nil {
      Messages.sayLater(refusal.text(of: request))
    } else {
      display?.showNote(refusal.reason(of: request))
    }
  }

  func report(_ error: MediaError) { Messages.sayLater("\(error)") }

  func leave(_ entry: PlayerQueue.Entry) {
    guard let reason = leaveReason else { return }
    if let opening = state.withLock({ $0.opening }), opening.id == entry.id {
      opening.interruption.interrupt()
    }
    if let current, current.entry == entry { current.stop(reason) }
  }

  func setIndex(_ index: Int, of count: Int) {
    current?.setNumber(index + 1, of: count)
  }
}
