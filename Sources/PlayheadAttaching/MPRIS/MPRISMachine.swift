import PlayheadInterprocess
import PlayheadTimekeeping

/// Follows a player of the session bus: takes messages with their instants, and returns reports and calls.
///
/// A source of `mpris` follows the player that is Playing, or else the one that changed last. It changes
/// to another player only if the present one has gone, or if another starts to play while the present
/// one does not. A new player's item has its own identity.
struct MPRISMachine {
  /// The rules of the signals that the machine needs. No signal matches two rules.
  static let rules = [
    "type='signal',sender='\(MPRISCall.bus)',interface='\(MPRISCall.bus)',"
      + "member='NameOwnerChanged',arg0namespace='\(MPRISCall.program)'",
    "type='signal',interface='\(MPRISCall.properties)',member='PropertiesChanged',"
      + "path='\(MPRISCall.object)',arg0='\(MPRISCall.player)'",
    "type='signal',interface='\(MPRISCall.player)',member='Seeked',path='\(MPRISCall.object)'",
  ]

  private let target: MPRISTarget
  private var roster: MPRISRoster
  /// Whether the names on the bus are known.
  private var hasNames = false
  var player: MPRISPlayer?
  /// The number of players followed until now.
  private(set) var followed = 0
  private var calls: [MPRISCall] = []
  /// The habits that are known to the receiver of the reports.
  private var habits: PositionHabits
  /// Whether the loss was reported.
  private(set) var isLost = false

  /// The maximum number of calls that wait to be sent when a request is accepted.
  private static let mostCalls = 64
  /// How long the only player may take to answer.
  static let patience = Duration.seconds(10)
  /// How long one of several may take, while the others wait to be chosen from.
  private static let surveyPatience = Duration.seconds(2)

  init(_ target: MPRISTarget) {
    self.target = target
    roster = MPRISRoster(target)
    habits = .mpris(target)
    add(.names, BusRequest(MPRISCall.bus, "/org/freedesktop/DBus", MPRISCall.bus, "ListNames"))
  }

  // MARK: Calls

  /// Returns the calls to be made now.
  mutating func removeCalls(at now: HostInstant) -> [MPRISCall] {
    for index in calls.indices { calls[index].sent = now }
    defer { calls = [] }
    return calls
  }

  var hasCalls: Bool { !calls.isEmpty }
  /// Whether so many calls wait that no request is accepted.
  var isFull: Bool { calls.count >= Self.mostCalls }

  mutating func add(
    _ purpose: MPRISCall.Purpose, _ request: BusRequest, within limit: Duration = patience
  ) {
    calls.append(MPRISCall(purpose: purpose, request: request, limit: limit, following: followed))
  }

  // MARK: Messages

  /// Receives the reply to a call.
  mutating func receive(
    _ answer: BusAnswer, to call: MPRISCall, at now: HostInstant
  ) -> [SourceReport] {
    if isLost { return [] }
    switch call.purpose {
    case .names: return receive(names: answer)
    case .survey(let name): return receive(survey: answer, of: name)
    default: break
    }
    guard call.following == followed, var player else { return [] }
    if call.purpose == .process { return self.player?.receive(process: answer) ?? [] }
    if case .error(let error) = answer, error.isUnanswered,
      call.sent.duration(to: now) >= call.limit
    {
      roster.remove(owner: player.owner)
      return leave(player.name, .failed("the player does not answer"), at: now)
    }
    if player.properties == nil, call.purpose == .properties, case .error(let error) = answer {
      return leave(
        player.name, error.isUnanswered ? .closed : .failed(error.message), at: now)
    }
    let reports = player.receive(answer, to: call, at: now)
    self.player = player
    addCalls()
    return reports + leaveForPosition(after: reports, at: now)
  }

  mutating func receive(_ received: ReceivedSignal, at now: HostInstant) -> [SourceReport] {
    if isLost { return [] }
    let signal = received.signal
    switch (signal.interface, signal.member, signal.arguments) {
    case (MPRISCall.bus, "NameOwnerChanged", let arguments):
      guard received.sender == MPRISCall.bus, arguments.count == 3,
        case (.text(let name), .text(let owner)) = (arguments[0], arguments[2])
      else { return [] }
      return receive(owner: owner, of: name, at: now)
    case (MPRISCall.properties, "PropertiesChanged", let arguments):
      guard arguments.first == .text(MPRISCall.player) else { return [] }
      return receive(changes: arguments, from: received.sender, at: now)
    case (MPRISCall.player, "Seeked", let arguments):
      guard player?.owner == received.sender else { return [] }
      return player?.receive(seekedTo: arguments.first, at: now) ?? []
    default: return []
    }
  }

  private mutating func receive(names answer: BusAnswer) -> [SourceReport] {
    guard case .values(let values, _) = answer, case .array(_, let names)? = values.first else {
      return lose(.failed("the session bus cannot be reached"))
    }
    hasNames = true
    var added: [String] = []
    for case .text(let name) in names where roster.add(name, owner: "") { added.append(name) }
    if added.isEmpty { return lose(.failed(missing)) }
    for name in added {
      survey(name, within: added.count > 1 ? Self.surveyPatience : Self.patience)
    }
    return []
  }

  private mutating func survey(_ name: String, within limit: Duration) {
    add(.survey(name: name), .properties(of: MPRISCall.player, name), within: limit)
  }

  private mutating func receive(survey answer: BusAnswer, of name: String) -> [SourceReport] {
    switch answer {
    case .values(let values, let owner):
      var properties = MPRISProperties()
      if case .dictionary(let all)? = values.first { properties.update(all) }
      roster.answered(name, owner: owner, isPlaying: properties.playback == .playing)
    case .error(let error):
      let isFollowed = player?.name == name
      if !isFollowed { roster.remove(name) }
      if roster.isEmpty {
        return lose(.failed(error.isUnanswered ? "the player does not answer" : error.message))
      }
    }
    if player == nil { return followBest(otherwise: .failed(missing)) }
    guard roster.isPlaying(name), let starting = roster.candidate(name) else { return [] }
    return followIfStarting(starting)
  }

  private mutating func receive(
    owner: String, of name: String, at now: HostInstant
  ) -> [SourceReport] {
    guard target.includes(name) else { return [] }
    // The names that the bus lists include this one, or do not any more.
    guard hasNames else { return [] }
    if owner.isEmpty { return leave(name, .closed, at: now) }
    guard roster.add(name, owner: owner) else { return [] }
    survey(name, within: Self.surveyPatience)
    return player?.name == name ? departure(at: now) + follow(name, owner) : []
  }

  private mutating func receive(
    changes: [BusValue], from sender: String, at now: HostInstant
  ) -> [SourceReport] {
    guard changes.count == 3, case .dictionary(let values) = changes[1] else { return [] }
    let isPlaying = values["PlaybackStatus"].map { $0 == .text("Playing") }
    let starting = roster.changed(owner: sender, isPlaying: isPlaying)
    if player?.owner == sender {
      let reports = player?.receive(values, isIncomplete: changes[2] != .texts([]), at: now) ?? []
      addCalls()
      return reports
    }
    return starting.map { followIfStarting($0) } ?? []
  }

  // MARK: The choice of a player

  private var missing: String {
    switch target {
    case .any: "there is no player on the session bus"
    case .named(let name): "there is no player '\(name)' on the session bus"
    }
  }

  /// Forgets a player. If it was followed, follows another one, or reports the loss.
  private mutating func leave(
    _ name: String, _ loss: SourceReport.Loss, at now: HostInstant
  ) -> [SourceReport] {
    roster.remove(name)
    guard player == nil || player?.name == name else { return [] }
    let departure = departure(at: now)
    let reports = forget() + followBest(otherwise: loss)
    return isLost ? reports : departure + reports
  }

  /// Reports that the item of the player that was followed is over: the next player may not answer for long.
  private func departure(at now: HostInstant) -> [SourceReport] {
    player?.facts?.item == nil ? [] : [.facts(PlayerFacts(), since: now, received: now)]
  }

  /// Forgets the player that was followed, and its sound.
  private mutating func forget() -> [SourceReport] {
    defer { player = nil }
    return player?.sound == nil ? [] : [.sound(nil)]
  }

  /// Follows the best player once all have answered.
  private mutating func followBest(otherwise loss: SourceReport.Loss) -> [SourceReport] {
    if !roster.isComplete { return [] }
    guard let best = roster.best else { return lose(loss) }
    return follow(best.name, best.owner)
  }

  /// Follows a player that has begun to play, if the present one does not play, or has no position.
  private mutating func followIfStarting(_ candidate: MPRISRoster.Candidate) -> [SourceReport] {
    guard let player, player.owner != candidate.owner, !target.names(player.name) else { return [] }
    // It may not have signaled that it was paused.
    let isPlaying = player.properties.map { $0.playback == .playing }
    let isChosen = isPlaying ?? roster.isPlaying(player.name) && !roster.lacksPosition(player.name)
    return isChosen ? [] : follow(candidate.name, candidate.owner)
  }

  /// Follows another player that plays, once the present one has had no position for long.
  private mutating func leaveForPosition(
    after reports: [SourceReport], at now: HostInstant
  ) -> [SourceReport] {
    guard let player, let report = reports.last else { return [] }
    switch report {
    case .reading: roster.stated(position: true, by: player.owner, at: now)
    case .withoutPosition: roster.stated(position: false, by: player.owner, at: now)
    default: return []
    }
    guard roster.lacksPosition(player.name), !target.names(player.name), let best = roster.best,
      best.isPlaying, !best.lacksPosition
    else { return [] }
    return departure(at: now) + follow(best.name, best.owner)
  }

  private mutating func follow(_ name: String, _ owner: String) -> [SourceReport] {
    var reports = forget()
    followed += 1
    player = MPRISPlayer(name: name, owner: owner)
    calls.removeAll { $0.following < followed && !$0.isOfRoster }
    let old = habits
    habits = .mpris(name)
    if habits != old { reports.append(.habits(habits)) }
    add(
      .process,
      BusRequest(
        MPRISCall.bus, "/org/freedesktop/DBus", MPRISCall.bus, "GetConnectionUnixProcessID",
        .text(owner)))
    add(.program, .properties(of: MPRISCall.program, owner))
    add(.properties, .properties(of: MPRISCall.player, owner))
    return reports
  }

  private mutating func lose(_ loss: SourceReport.Loss) -> [SourceReport] {
    isLost = true
    (player, calls) = (nil, [])
    return [.lost(loss)]
  }

  /// Adds the calls that the player needs after a message.
  private mutating func addCalls() {
    guard let requests = player?.removeRequests() else { return }
    for request in requests { add(request.purpose, request.request) }
  }
}

extension MPRISCall {
  /// Whether the call is for the list of players.
  var isOfRoster: Bool {
    switch purpose {
    case .names, .survey: true
    default: false
    }
  }
}

extension BusRequest {
  /// A call that reads all properties of an interface of a player.
  static func properties(of interface: String, _ destination: String) -> BusRequest {
    BusRequest(
      destination, MPRISCall.object, MPRISCall.properties, "GetAll", .text(interface))
  }
}
