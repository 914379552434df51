import Dispatch
import PlayheadAlignment
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// A recording whose sound has been read once, with all facts for comparisons.
package struct SurveyedRecording: Sendable {
  package let sound: RecordedSound
  package let fingerprint: Fingerprint

  /// Opens media and reads all its sound, reporting the share of a declared length regularly.
  package init(
    _ opener: any MediaOpener, interruption: Interruption, progress: (Double) -> Void = { _ in }
  ) throws(MediaError) {
    func survey(_ sound: RecordedSound) throws(MediaError) -> Fingerprint {
      let length = sound.declaredLength?.seconds ?? 0
      return try sound.survey { position in
        if length > 0 { progress(min(position.seconds / length, 1)) }
      }
    }
    let sound = try RecordedSound(opening: opener, interruption: interruption)
    let fingerprint = try survey(sound)
    if sound.isCancelledOut {
      self.sound = try RecordedSound(opening: opener, mix: .uneven, interruption: interruption)
      self.fingerprint = try survey(self.sound)
    } else {
      (self.sound, self.fingerprint) = (sound, fingerprint)
    }
  }

  /// Opens media and reads all its sound on its own thread. The result waits for that, and must be called once.
  package static func begin(
    _ opener: any MediaOpener, interruption: Interruption
  ) -> @Sendable () -> Result<SurveyedRecording, MediaError> {
    let result = Locked(Result<SurveyedRecording, MediaError>?.none)
    let bell = DispatchSemaphore(value: 0)
    let thread = SystemHostClock.shared.makeRoutine(on: .thread("playhead-align")) {
      let read = Result { () throws(MediaError) in
        try SurveyedRecording(opener, interruption: interruption)
      }
      result.withLock { $0 = read }
      bell.signal()
      return .wait(until: nil)
    }
    thread.wake()
    return {
      bell.wait()
      return result.withLock { $0 }
        ?? .failure(MediaError(.read, of: opener.name, reason: .interrupted))
    }
  }
}
