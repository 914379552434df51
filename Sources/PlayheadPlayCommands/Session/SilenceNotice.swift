import PlayheadAudio
import PlayheadLocking
import PlayheadOutputs

/// Reports why sound cannot be heard: once for several files with the same reason.
final class SilenceNotice: Sendable {
  private let last = Locked<AudioError?>(nil)

  func note(_ error: AudioError) {
    let isNew = last.withLock { last in
      defer { last = error }
      return last != error
    }
    if isNew { Messages.say(OutputMessage.silent, about: "\(error)") }
  }
}
