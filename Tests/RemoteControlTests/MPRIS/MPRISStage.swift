import PlayheadInterprocess
import PlaybackSession
import PlayheadTesting
import PlayheadTimekeeping

@testable import PlayheadRemoteControl

/// A session over fake media, its object on a bus that does not exist, and what the object sends.
final class MPRISStage {
  let session: FakeSession
  let object: MPRISObject

  /// Creates a session that plays the first of the files.
  init(
    _ locations: [String] = ["a"], begins: Bool = true,
    media: @escaping @Sendable (String) throws(SessionRefusal) -> FakeMedia = { _ in
      FakeMedia(frameCount: 250)
    }
  ) {
    session = FakeSession(locations, media: media)
    let follower = SessionFollower(session) {}
    object = MPRISObject(follower, directory: Array("/home".utf8), at: session.clock.now)
    follower.begin()
    _ = takeSignals()
    if begins {
      session.start()
      _ = takeSignals()
    }
  }

  /// Returns the signals that were due since the last call.
  func takeSignals() -> [BusSignal] {
    object.update(at: session.clock.now)
  }

  /// Advances the time, and returns the signals that were due.
  func advance(milliseconds: Int) -> [BusSignal] {
    session.advance(milliseconds: milliseconds)
    return takeSignals()
  }

  /// Carries out a request, and returns the signals for it.
  func perform(_ request: SessionRequest) throws -> [BusSignal] {
    try session.perform(request)
    return advance(milliseconds: 0)
  }

  /// Calls a method of the object.
  @discardableResult
  func call(_ interface: BusInterface, _ method: String, _ arguments: BusValue...) -> BusReply {
    let reply = object.reply(
      to: BusCall(
        interface: interface.name, member: method,
        signature: arguments.map(\.signature).joined(), arguments: arguments))
    object.didReply()
    session.clock.advance(by: .zero)
    return reply
  }

  /// Returns a property, as a client gets it.
  func get(_ property: String, of interface: BusInterface = .player) -> BusValue? {
    let reply = call(.properties, "Get", .text(interface.name), .text(property))
    guard case .values(let values) = reply, case .variant(.value(let value))? = values.first else {
      return nil
    }
    return value
  }

  /// Sets a property, as a client does.
  @discardableResult
  func set(_ property: String, _ value: BusValue) -> BusReply {
    call(
      .properties, "Set", .text(BusInterface.player.name), .text(property),
      .variant(.value(value)))
  }

  /// The path of the current track.
  var currentTrack: String? {
    guard case .dictionary(let metadata)? = get("Metadata"),
      case .path(let path)? = metadata["mpris:trackid"]
    else { return nil }
    return path
  }
}

extension [BusSignal] {
  /// The positions of the signals `Seeked`, in milliseconds.
  var seeked: [Double] {
    compactMap { signal in
      guard signal.member == "Seeked", case .int64(let position)? = signal.arguments.first else {
        return nil
      }
      return Double(position) / 1_000
    }
  }

  /// The properties of all signals `PropertiesChanged`.
  var changed: [String: BusValue] {
    reduce(into: [:]) { all, signal in
      guard signal.member == "PropertiesChanged", case .dictionary(let values) = signal.arguments[1]
      else { return }
      all.merge(values) { $1 }
    }
  }

  /// The names of the signals.
  var names: [String] { map(\.member) }
}
