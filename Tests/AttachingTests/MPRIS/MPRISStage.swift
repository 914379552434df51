import PlayheadInterprocess
import PlayheadTimekeeping

@testable import PlayheadAttaching

/// A machine with players that answer when the test wants, and a clock that the test advances.
struct MPRISStage {
  var machine: MPRISMachine
  /// Microseconds.
  var time: Int64 = 1_000
  var players: [String: [String: BusValue]] = [:]
  /// The unique names of the players.
  var owners: [String: String] = [:]
  /// The processes by the unique names of the players.
  var processes: [String: UInt32] = [:]
  private(set) var waiting: [MPRISCall] = []
  /// All calls of the player's methods, as in `Pause` or `SetPosition /1 5000000`.
  private(set) var methods: [String] = []

  static let vlc = "org.mpris.MediaPlayer2.vlc"
  static let other = "org.mpris.MediaPlayer2.other"

  init(_ target: MPRISTarget, _ players: [String: [String: BusValue]] = [:]) {
    machine = MPRISMachine(target)
    self.players = players
    for (index, name) in players.keys.sorted().enumerated() { owners[name] = ":1.\(index)" }
  }

  /// A machine that follows VLC.
  static func following(_ properties: [String: BusValue]) -> MPRISStage {
    var stage = MPRISStage(.named("vlc"), [vlc: properties])
    _ = stage.answerAll()
    return stage
  }

  static var song: [String: BusValue] {
    [
      "PlaybackStatus": .text("Playing"), "Rate": .double(1), "MinimumRate": .double(0.5),
      "MaximumRate": .double(4), "Volume": .double(0.25), "Position": .int64(7_000_000),
      "Metadata": .dictionary([
        "mpris:trackid": .path("/track/1"), "mpris:length": .int64(60_000_000),
        "xesam:title": .text("Song"), "xesam:artist": .texts(["One", "Two"]),
        "xesam:url": .text("file:///song.flac"),
      ]),
    ]
  }

  var now: HostInstant { HostInstant(nanoseconds: time * 1_000) }

  static func instant(_ microseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: microseconds * 1_000)
  }

  /// Takes the calls to make. Each later step is one microsecond later.
  mutating func send() {
    time += 1
    let calls = machine.removeCalls(at: now)
    waiting += calls
    for call in calls where call.request.interface == MPRISCall.player {
      let arguments = call.request.arguments.map { argument in
        switch argument {
        case .path(let path): path
        case .int64(let number): "\(number)"
        default: "?"
        }
      }
      methods.append(([call.request.member] + arguments).joined(separator: " "))
    }
  }

  /// Answers the oldest call with this answer, or with what the players would reply.
  mutating func answer(_ answer: BusAnswer? = nil) -> [SourceReport] {
    send()
    if waiting.isEmpty { return [] }
    let call = waiting.removeFirst()
    time += 1
    return machine.receive(answer ?? reply(to: call), to: call, at: now)
  }

  /// Answers calls until there are no more.
  mutating func answerAll() -> [SourceReport] {
    var reports: [SourceReport] = []
    while true {
      send()
      if waiting.isEmpty { return reports }
      reports += answer()
    }
  }

  private func reply(to call: MPRISCall) -> BusAnswer {
    let destination = call.request.destination
    if call.purpose == .names {
      return .values(
        [.texts(players.keys.sorted() + [":1.9", "org.example"])], sender: MPRISCall.bus)
    }
    if call.purpose == .process, case .text(let owner)? = call.request.arguments.first {
      let process = processes[owner].map { [BusValue.uint32($0)] }
      return .values(process ?? [], sender: MPRISCall.bus)
    }
    let name = owners.first { $0.value == destination }?.key ?? destination
    guard let properties = players[name] else {
      return .error(
        ReceivedError(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "no such name"))
    }
    let owner = owners[name] ?? ""
    switch (call.request.member, call.request.arguments.last) {
    case ("GetAll", .text(MPRISCall.program)):
      return .values([.dictionary(["CanQuit": .boolean(true)])], sender: owner)
    case ("GetAll", _): return .values([.dictionary(properties)], sender: owner)
    case ("Get", _):
      return .values(properties["Position"].map { [.variant(.value($0))] } ?? [], sender: owner)
    default: return .values([], sender: owner)
    }
  }

  /// Delivers a change of properties, which takes one microsecond.
  mutating func change(
    _ values: [String: BusValue], of name: String = vlc, invalidated: [String] = []
  ) -> [SourceReport] {
    players[name]?.merge(values) { $1 }
    return signal(
      name, MPRISCall.properties, "PropertiesChanged",
      [.text(MPRISCall.player), .dictionary(values), .texts(invalidated)])
  }

  mutating func seeked(_ value: BusValue, from name: String = vlc) -> [SourceReport] {
    signal(name, MPRISCall.player, "Seeked", [value])
  }

  /// Gives a name to another program; to none if the unique name is empty.
  mutating func own(_ name: String, _ owner: String) -> [SourceReport] {
    let old = owners[name] ?? ""
    owners[name] = owner.isEmpty ? nil : owner
    time += 1
    var signal = BusSignal(MPRISCall.bus, "NameOwnerChanged")
    signal.arguments = [.text(name), .text(old), .text(owner)]
    return machine.receive(ReceivedSignal(sender: MPRISCall.bus, signal: signal), at: now)
  }

  mutating func signal(
    _ name: String, _ interface: String, _ member: String, _ arguments: [BusValue]
  ) -> [SourceReport] {
    time += 1
    var signal = BusSignal(interface, member)
    signal.arguments = arguments
    return machine.receive(
      ReceivedSignal(sender: owners[name] ?? ":1.99", signal: signal), at: now)
  }
}

extension SourceReport {
  var facts: PlayerFacts? { if case .facts(let facts, _, _) = self { facts } else { nil } }
  var reading: PositionReading? { if case .reading(let reading) = self { reading } else { nil } }
}
