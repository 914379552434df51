import PlayheadInterprocess

/// The properties that have values here. The others of mpv's are known, but never available.
enum PropertyTable {
  static let all = position + state + settings + list + file + tracks + program
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the property of `playlist/0/filename` or `options/NAME`; throws if mpv has none, or it has no values here.
  static func find(
    _ path: String
  ) throws(MPVError) -> (property: MPVProperty, rest: ArraySlice<Substring>) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    if parts.count > 1, parts.first == "options" || parts.first == "file-local-options" {
      parts.removeFirst()
      guard parts.count == 1, let name = parts.first, PropertyNames.settable.contains(String(name))
      else { throw .propertyNotFound }
    }
    // As in mpv, a slash at the end belongs to the name.
    if parts.dropFirst() == [""] { throw .propertyNotFound }
    let name = String(parts.removeFirst())
    if let property = byName[name] { return (property, parts) }
    throw PropertyNames.known.contains(name) ? .propertyUnavailable : .propertyNotFound
  }

  /// Returns the value of a property or of one of its parts.
  static func read(_ path: String, in context: PropertyContext) throws(MPVError) -> MPVNode {
    let (property, rest) = try find(path)
    guard let value = context.value(of: property) else { throw .propertyUnavailable }
    return try PropertyPath.part(rest, of: value, property)
  }
}
