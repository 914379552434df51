import PlayheadInterprocess
import PlaybackSession
import PlayheadTimekeeping

/// The object of MPRIS: answers calls from the state of its playback, and passes requests to it.
///
/// Used by one thread.
package final class MPRISObject {
  static let path = "/org/mpris/MediaPlayer2"

  let playback: any OfferedPlayback
  var model: MPRISModel
  /// A request that is carried out once the reply has been sent, because it ends the process.
  private(set) var requestAfterReply: SessionRequest?

  /// Creates the object of a playback, whose relative paths are in a directory, given by its bytes.
  package init(_ playback: any OfferedPlayback, directory: [UInt8], at instant: HostInstant) {
    self.playback = playback
    model = MPRISModel(directory: directory, at: instant)
  }

  /// Applies the events of the playback since the last call, and returns the signals for clients.
  package func update(at now: HostInstant) -> [BusSignal] {
    let (inputs, reading) = playback.removeInputs()
    return model.update(inputs, reading, at: now)
  }

  /// Carries out a call, and returns the reply.
  package func reply(to call: BusCall) -> BusReply {
    do throws(BusCallError) {
      return .values(try carryOut(call))
    } catch {
      return .error(error)
    }
  }

  /// Carries out the request that waited for the reply.
  func didReply() {
    guard let request = requestAfterReply.take() else { return }
    // Otherwise the program does not quit for clients, as CanQuit reports.
    try? playback.perform(request)
  }

  /// Passes a request to the playback. A refusal becomes an error of the call.
  func perform(_ request: SessionRequest) throws(BusCallError) {
    do throws(SessionRefusal) {
      try playback.perform(request)
    } catch {
      throw BusCallError(error)
    }
  }

  /// Passes a request to the playback. If it is refused, the call has no effect, as the specification demands.
  func attempt(_ request: SessionRequest) {
    try? playback.perform(request)
  }

  /// Whether the object has the method of a call, with arguments of these types.
  func takes(_ call: BusCall) -> Bool {
    let found = try? method(of: call, playback.reading)
    return found?.method.signature == call.signature
  }

  private func method(
    of call: BusCall, _ reading: SessionReading
  ) throws(BusCallError) -> (interface: BusInterface, method: BusInterface.Method) {
    let interfaces = interfaces(of: reading).filter { $0.name == call.interface ?? $0.name }
    if interfaces.isEmpty {
      throw BusCallError(.unknownInterface, "the object has no interface \(call.interface ?? "")")
    }
    for interface in interfaces {
      if let method = interface.methods.first(where: { $0.name == call.member }) {
        return (interface, method)
      }
    }
    throw BusCallError(.unknownMethod, "the object has no method \(call.member)")
  }

  private func carryOut(_ call: BusCall) throws(BusCallError) -> [BusValue] {
    let reading = playback.reading
    let (interface, method) = try method(of: call, reading)
    guard method.signature == call.signature else {
      throw BusCallError(
        .invalidArguments,
        "\(method.name) takes the types '\(method.signature)', not '\(call.signature)'")
    }
    guard call.arguments.count == method.arguments.count else {
      throw BusCallError(.invalidArguments, "the arguments of \(method.name) are too long")
    }
    switch interface {
    case .properties: return try carryOutPropertyCall(call, reading)
    case .introspectable: return [.text(BusInterface.xml(interfaces(of: reading)))]
    case .application: if method.name == "Quit" { requestAfterReply = .quit(status: 0) }
    case .player: try carryOutPlayerCall(call, reading)
    case .trackList: return try carryOutTrackListCall(call, reading)
    default: break
    }
    return []
  }

  /// The interfaces that the object has now.
  func interfaces(of reading: SessionReading) -> [BusInterface] {
    let list: [BusInterface] = reading.hasTrackList ? [.trackList] : []
    return [.peer, .introspectable, .properties, .application, .player] + list
  }
}

extension BusCallError {
  init(_ refusal: SessionRefusal) {
    switch refusal {
    case .noFile: self.init(.failed, "no file is open")
    case .noEntry: self.init(.failed, "the list has no such entry")
    case .notSeekable: self.init(.notSupported, "the file cannot seek")
    case .unknownDuration: self.init(.failed, "the duration is not known")
    case .invalidValue: self.init(.invalidArguments, "the value is out of range")
    case .tooManyRequests: self.init(.failed, "too many requests are waiting")
    case .impossible(let reason, let file): self.init(.failed, "\(file): \(reason)")
    case .refused(let reason): self.init(.accessDenied, reason)
    }
  }
}
