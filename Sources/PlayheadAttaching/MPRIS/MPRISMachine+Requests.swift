import PlayheadCore
import PlayheadInterprocess
import PlayheadTimekeeping

/// What the player is asked for.
extension MPRISMachine {
  /// Asks for the position. Returns whether the player owes an answer.
  @discardableResult
  mutating func read() -> Bool {
    if let (purpose, request) = player?.readPosition() { add(purpose, request) }
    return player?.owesAnswer == true
  }

  /// Asks the player to do something that its properties allow.
  mutating func request(_ request: PlayerRequest) throws(TransportRefusal) {
    guard let player, let properties = player.properties else { throw .unavailable }
    if isFull { throw .unsupported("too many requests wait for the player") }
    if request == .quit {
      if !player.canQuit { throw .unsupported("the player cannot be ended") }
      return call(request, of: MPRISCall.program, "Quit")
    }
    guard properties.allows("CanControl") else {
      throw .unsupported("the player cannot be controlled")
    }
    func require(_ permission: String, _ what: String) throws(TransportRefusal) {
      if !properties.allows(permission) { throw .unsupported("the player cannot \(what)") }
    }
    switch request {
    case .setPaused(true):
      try require("CanPause", "pause")
      call(request, of: MPRISCall.player, "Pause")
    case .setPaused(false):
      try require("CanPlay", "play")
      call(request, of: MPRISCall.player, "Play")
    case .next:
      try require("CanGoNext", "go to the next item")
      call(request, of: MPRISCall.player, "Next")
    case .previous:
      try require("CanGoPrevious", "go to the previous item")
      call(request, of: MPRISCall.player, "Previous")
    case .seek(let target): try seek(to: max(target, .zero), request, properties)
    case .setRate(let rate): try setRate(rate, request, properties)
    case .setVolume(let volume):
      guard properties.volume != nil else { throw .unsupported("the player has no volume") }
      set("Volume", to: max(volume, 0) / 100, for: request)
    case .setMuted: throw .unsupported("MPRIS cannot mute a player; the volume can be set to 0")
    case .quit: break
    }
  }

  private mutating func seek(
    to target: MediaTime, _ request: PlayerRequest, _ properties: MPRISProperties
  ) throws(TransportRefusal) {
    guard let microseconds = MPRISValue.microseconds(target) else {
      throw .unsupported("the player cannot seek so far")
    }
    if let path = properties.track?.path {
      return call(
        request, of: MPRISCall.player, "SetPosition", .path(path), .int64(microseconds))
    }
    // SetPosition needs a track: without one, the offset from a new reading.
    guard let (purpose, reading) = player?.readPosition(.positionBeforeSeek(target)) else {
      throw .unsupported("too many requests wait for the player")
    }
    add(purpose, reading)
  }

  private mutating func setRate(
    _ rate: Rate, _ request: PlayerRequest, _ properties: MPRISProperties
  ) throws(TransportRefusal) {
    let value = rate.doubleValue
    guard properties.rate != nil else {
      throw .unsupported("the player cannot play at another rate")
    }
    if let least = properties.leastRate, value < least {
      throw .unsupported("the player plays at \(least) at least")
    }
    if let greatest = properties.greatestRate, value > greatest {
      throw .unsupported("the player plays at \(greatest) at most")
    }
    let isVLC = MPRISTarget.isInstance(player?.name ?? "", of: "vlc")
    set("Rate", to: isVLC ? MPRISValue.rateOfVLC(value) : value, for: request)
  }

  private mutating func set(_ property: String, to value: Double, for request: PlayerRequest) {
    call(
      request, of: MPRISCall.properties, "Set", .text(MPRISCall.player), .text(property),
      .variant(.value(.double(value))))
  }

  private mutating func call(
    _ request: PlayerRequest, of interface: String, _ method: String, _ arguments: BusValue...
  ) {
    guard let owner = player?.owner else { return }
    var call = BusRequest(owner, MPRISCall.object, interface, method)
    call.arguments = arguments
    add(.request(request), call)
  }
}
