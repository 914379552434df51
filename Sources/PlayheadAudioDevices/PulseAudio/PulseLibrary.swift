import PlayheadAudio
import CPlayheadSound

/// PulseAudio's client library, which is loaded when it is first needed.
///
/// Sendable is unchecked because the functions never change once they have been looked up.
struct PulseLibrary: @unchecked Sendable {
  let functions: pulse_functions

  private static let loaded = Result { () throws(AudioError) in
    var description: UnsafePointer<CChar>?
    guard let functions = pulse_load(&description) else {
      let text = description.map { String(cString: $0) }
      throw AudioError("PulseAudio", .missingLibrary("libpulse.so.0"), detail: text)
    }
    return PulseLibrary(functions: functions.pointee)
  }

  static func load() throws(AudioError) -> PulseLibrary { try loaded.get() }

  /// Returns the error for a code of the library, such as `PA_ERR_CONNECTIONREFUSED`.
  func error(_ code: Int32, _ reason: AudioError.Reason? = nil) -> AudioError {
    let description = functions.pa_strerror(code).map { String(cString: $0) }
    return AudioError("PulseAudio", reason ?? Self.reason(code), detail: description)
  }

  private static func reason(_ code: Int32) -> AudioError.Reason {
    switch pa_error_code_t(UInt32(bitPattern: code)) {
    case PA_ERR_CONNECTIONREFUSED, PA_ERR_CONNECTIONTERMINATED, PA_ERR_INVALIDSERVER,
      PA_ERR_TIMEOUT, PA_ERR_INTERNAL, PA_ERR_NODATA, PA_ERR_IO:
      .noServer
    case PA_ERR_NOENTITY: .noDevice
    default: .refused
    }
  }
}
