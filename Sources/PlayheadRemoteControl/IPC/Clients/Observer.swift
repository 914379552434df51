import PlayheadInterprocess

/// A property that a client observes, and the value that it was sent last.
struct Observer: Sendable {
  /// Unique among the observers of a client.
  let serial: Int
  /// The number by which the client knows it, and others perhaps.
  let id: Int64
  let path: String
  /// Whether the client wants text.
  let isText: Bool
  private let property: Result<(MPVProperty, ArraySlice<Substring>), MPVError>
  /// The events after which the property may have another value.
  let triggers: PropertyTriggers
  /// The value that was sent last.
  var last = Last.nothing

  /// What an observer was sent last.
  enum Last: Equatable, Sendable {
    case nothing
    case unavailable
    case value(MPVNode)
  }

  init(serial: Int, id: Int64, path: String, isText: Bool) {
    (self.serial, self.id, self.path, self.isText) = (serial, id, path, isText)
    do throws(MPVError) {
      let found = try PropertyTable.find(path)
      (property, triggers) = (.success(found), found.property.triggers)
    } catch {
      (property, triggers) = (.failure(error), .never)
    }
  }

  /// What the subscription to the player needs for the property.
  var interest: Interest {
    var interest: Interest = triggers.isDisjoint(with: [.position, .state]) ? [] : .state
    if triggers.contains(.position) { interest.insert(.position) }
    if path.hasPrefix("chapter") { interest.insert(.chapters) }
    return interest
  }

  /// Returns the current value.
  func read(_ context: PropertyContext) -> Last {
    guard case .success(let (property, rest)) = property, let value = context.value(of: property),
      let part = try? PropertyPath.part(rest, of: value, property)
    else { return .unavailable }
    if !isText { return .value(part) }
    return part.text.map { .value(.string($0)) } ?? .unavailable
  }

  /// Returns the line that reports a value.
  func line(_ value: Last) -> [UInt8] {
    // As in mpv, 0 is no number.
    var members: [MPVNode.Member] = id == 0 ? [] : [.init("id", .int(id))]
    members.append(.init("name", .string(path)))
    if case .value(let value) = value { members.append(.init("data", value)) }
    return MPVEventKind.propertyChange.line(members)
  }
}
