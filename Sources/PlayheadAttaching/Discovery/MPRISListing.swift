import PlayheadInterprocess

/// Lists the players of the session bus: takes replies, and returns calls.
struct MPRISListing {
  enum Purpose: Hashable {
    case names
    case player(String)
  }

  private var awaited: Set<Purpose> = [.names]
  private var found: [String: (owner: String, entry: AttachableEntry)] = [:]

  private static let greatestCount = 64

  /// The first call.
  static let names = BusRequest(
    MPRISCall.bus, "/org/freedesktop/DBus", MPRISCall.bus, "ListNames")

  /// Whether all players have answered.
  var isComplete: Bool { awaited.isEmpty }

  /// The players that have answered, by name. A program with several names on one connection is listed once.
  var entries: [AttachableEntry] {
    var owners: Set<String> = []
    return found.values.sorted { $0.entry.name < $1.entry.name }
      .filter { owners.insert($0.owner).inserted }.map(\.entry)
  }

  /// Receives a reply, and returns the calls that follow.
  mutating func receive(
    _ answer: BusAnswer, to purpose: Purpose
  ) -> [(purpose: Purpose, request: BusRequest)] {
    guard awaited.remove(purpose) != nil, case .values(let values, let owner) = answer else {
      return []
    }
    switch purpose {
    case .names:
      guard case .array(_, let names)? = values.first else { return [] }
      let players = names.compactMap { value in
        if case .text(let name) = value, MPRISTarget.any.includes(name) { name } else { nil }
      }
      return players.prefix(Self.greatestCount).compactMap { name in
        guard awaited.insert(.player(name)).inserted else { return nil }
        return (.player(name), .properties(of: MPRISCall.player, name))
      }
    case .player(let name):
      guard case .dictionary(let all)? = values.first else { return [] }
      var properties = MPRISProperties()
      properties.update(all)
      var entry = AttachableEntry(name: "mpris:\(name.dropFirst(MPRISTarget.prefix.count))")
      let facts = properties.facts(of: name)
      (entry.title, entry.playback) = (facts.item?.title, facts.playback)
      entry.position = MPRISValue.position(all["Position"])
      found[name] = (owner, entry)
      return []
    }
  }
}
