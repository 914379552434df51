import PlayheadInterprocess
import PlayheadTimekeeping

@testable import MediaPlayer
@testable import PlayheadRemoteControl

/// The centers of a program on a manual clock, and its object on a bus that does not exist.
final class RemoteStage {
  let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  let center: MPNowPlayingInfoCenter
  let commands: MPRemoteCommandCenter
  private let object: MPRISObject

  init() {
    let playback = DescribedPlayback(identity: "Program", clock: clock)
    center = MPNowPlayingInfoCenter(playback)
    commands = MPRemoteCommandCenter(playback)
    object = MPRISObject(playback, directory: Array("/home".utf8), at: clock.now)
    _ = takeSignals()
  }

  func takeSignals() -> [BusSignal] { object.update(at: clock.now) }

  func advance(milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  /// Calls a method of the object.
  @discardableResult
  func call(_ interface: BusInterface, _ method: String, _ arguments: BusValue...) -> BusReply {
    object.reply(
      to: BusCall(
        interface: interface.name, member: method,
        signature: arguments.map(\.signature).joined(), arguments: arguments))
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

  var metadata: [String: BusValue] {
    if case .dictionary(let metadata)? = get("Metadata") { metadata } else { [:] }
  }

  /// The position in milliseconds.
  var position: Double? {
    if case .int64(let position)? = get("Position") { Double(position) / 1_000 } else { nil }
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
}
