/// An error of opening or using an audio output.
public struct AudioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The client library of the sound server is not installed; its name.
    case missingLibrary(String)
    /// The sound server does not answer, or there is none.
    case noServer
    /// There is no device with the requested name, or no device at all.
    case noDevice
    /// The server or the device refuses the connection or the format.
    case refused
    /// The server has ended, or the device was removed, while it was used.
    case lost
    /// The call was interrupted.
    case interrupted
  }

  /// The output, as the user knows it: `PulseAudio`, `ALSA`, or the name of the device.
  public var name: String
  /// What went wrong.
  public var reason: Reason
  /// The server's or library's own description, if it has one.
  public var detail: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - name: The output.
  ///   - reason: What went wrong.
  ///   - detail: The server's or library's own description.
  public init(_ name: String, _ reason: Reason, detail: String? = nil) {
    self.name = name
    self.reason = reason
    self.detail = detail
  }

  /// One line for the user: the output, and what went wrong.
  public var description: String {
    let text =
      switch reason {
      case .missingLibrary(let library): "\(library) is not installed"
      case .noServer: "no sound server"
      case .noDevice: "no such device"
      case .refused: "refused"
      case .lost: "connection lost"
      case .interrupted: "interrupted"
      }
    return "\(name): \(detail ?? text)"
  }
}
