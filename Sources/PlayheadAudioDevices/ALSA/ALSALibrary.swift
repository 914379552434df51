import PlayheadAudio
import CPlayheadSound
import Glibc

/// ALSA's library, which is loaded when it is first needed.
///
/// Sendable is unchecked because the functions never change once they have been looked up.
struct ALSALibrary: @unchecked Sendable {
  let functions: UnsafePointer<alsa_functions>

  private static let loaded = Result { () throws(AudioError) in
    var description: UnsafePointer<CChar>?
    guard let functions = alsa_load(&description) else {
      let text = description.map { String(cString: $0) }
      throw AudioError("ALSA", .missingLibrary("libasound.so.2"), detail: text)
    }
    return ALSALibrary(functions: functions)
  }

  static func load() throws(AudioError) -> ALSALibrary { try loaded.get() }

  /// Returns the error for a negative code of the library.
  func error(_ name: String, _ code: CInt, _ reason: AudioError.Reason? = nil) -> AudioError {
    let reason = reason ?? Self.reason(code)
    // ALSA describes a missing device as a missing file.
    if reason == .noDevice { return AudioError("ALSA: \(name)", reason) }
    let description = functions.pointee.snd_strerror(code).map { String(cString: $0) }
    return AudioError("ALSA: \(name)", reason, detail: description)
  }

  private static func reason(_ code: CInt) -> AudioError.Reason {
    switch -code {
    case ENOENT, ENODEV, ENXIO: .noDevice
    case ECONNREFUSED: .noServer
    default: .refused
    }
  }
}
