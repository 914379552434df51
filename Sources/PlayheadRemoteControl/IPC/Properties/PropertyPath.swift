import PlayheadInterprocess

/// Finds parts of a property's value by their path.
enum PropertyPath {
  /// Returns a part of a value: an item by its index, `count`, a member by its key, or a tag below `by-key` or `list`.
  static func part(
    _ path: ArraySlice<Substring>, of value: MPVNode, _ property: MPVProperty
  ) throws(MPVError) -> MPVNode {
    guard let key = path.first else {
      // In mpv this property has no value itself, only parts.
      if property.name == "current-tracks" { throw .propertyUnavailable }
      return value
    }
    let rest = path.dropFirst()
    switch value {
    case .array where property.isOpaque: throw .propertyError
    case .array(let items):
      if key == "count", rest.isEmpty { return .int(Int64(items.count)) }
      guard let index = index(key, rest), items.indices.contains(index) else {
        throw .propertyNotFound
      }
      return try part(rest == [""] ? [] : rest, of: items[index], property.part)
    case .object(let members) where property.isMetadata:
      return try tag(key, rest, of: members, property)
    case .object:
      let isTrack = property.name == "current-tracks"
      if rest.isEmpty || isTrack, let member = value[String(key)] {
        return try part(rest == [""] ? [] : rest, of: member, property.part)
      }
      guard rest.isEmpty || isTrack, property.keys.contains(String(key)) else {
        throw .propertyNotFound
      }
      throw .propertyUnavailable
    case .string(let text) where property.name == "filename" && path == ["no-ext"]:
      return .string(withoutExtension(text))
    case .double where property.display == .time:
      guard path == ["full"] else { throw .propertyNotFound }
      return value
    default: throw .propertyError
    }
  }

  /// Returns the index that a part of a path names, as C's `strtol` reads it; an empty part is 0.
  private static func index(_ key: Substring, _ rest: ArraySlice<Substring>) -> Int? {
    if key.isEmpty { return rest.isEmpty ? nil : 0 }
    return Int(key.drop { $0.isASCII && $0.isWhitespace })
  }

  private static func tag(
    _ key: Substring, _ rest: ArraySlice<Substring>, of members: [MPVNode.Member],
    _ property: MPVProperty
  ) throws(MPVError) -> MPVNode {
    switch key {
    case "list":
      let items = members.map { MPVNode.map(["key": .string($0.key), "value": $0.value]) }
      return try part(rest == [""] ? [] : rest, of: .array(items), property.plain)
    default:
      // All that follows is the name of a tag, which may contain slashes.
      let name = (key == "by-key" ? rest : [key] + rest).joined(separator: "/").lowercased()
      guard let tag = members.first(where: { $0.key.lowercased() == name }) else {
        throw .propertyNotFound
      }
      return tag.value
    }
  }

  static func withoutExtension(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension MPVProperty {
  /// Whether its value is an object of tags, whose names are not case-sensitive.
  fileprivate var isMetadata: Bool { name.hasSuffix("metadata") }

  /// Whether clients can read its list only as a whole.
  fileprivate var isOpaque: Bool { name == "property-list" || name == "command-list" }

  /// The property of a part of the value. It has the same keys.
  fileprivate var part: MPVProperty { MPVProperty("", triggers, keys: keys, read: read) }

  /// The property of lists in it.
  fileprivate var plain: MPVProperty { MPVProperty("", triggers, read: read) }
}
