import PlayheadInterprocess

/// A command with its arguments, of the right types.
struct CommandRequest: Sendable {
  var signature: CommandSignature
  /// The values of the arguments; nil for those that were left out.
  var values: [MPVNode?]
  /// Whether the properties in its texts are replaced by their values.
  var expandsProperties: Bool

  var name: String { signature.name }

  /// The prefixes of commands. Only `expand-properties` and `raw` have an effect, because there is no display.
  private static let prefixes: Set<String> = [
    "osd-auto", "no-osd", "osd-bar", "osd-msg", "osd-msg-bar", "raw", "expand-properties",
    "repeatable", "async", "sync",
  ]

  /// Creates a command from its name and its arguments in order, in which texts may be expanded by default.
  init(words: [MPVNode], expandsProperties: Bool) throws(MPVError) {
    let prefixes = words.prefix { CommandRequest.prefixes.contains($0.string ?? "") }
    let words = words.dropFirst(prefixes.count)
    guard let name = words.first?.string, let signature = CommandTable.byName[name] else {
      throw .invalidParameter
    }
    self.signature = signature
    values = try signature.arguments(from: Array(words.dropFirst()))
    self.expandsProperties = expandsProperties
    for prefix in prefixes { apply(prefix: prefix.string ?? "") }
  }

  /// Creates a command from an object, whose member `name` is its name, and `_flags` are prefixes.
  init(members: [MPVNode.Member]) throws(MPVError) {
    expandsProperties = false
    guard let name = members.first(where: { $0.key == "name" })?.value.string,
      let signature = CommandTable.byName[name]
    else { throw .invalidParameter }
    self.signature = signature
    values = try signature.arguments(
      named: members.filter { $0.key != "name" && $0.key != "_flags" })
    guard let flags = members.first(where: { $0.key == "_flags" })?.value else { return }
    guard case .array(let prefixes) = flags else { throw .invalidParameter }
    for prefix in prefixes {
      guard let prefix = prefix.string, CommandRequest.prefixes.contains(prefix) else {
        throw .invalidParameter
      }
      apply(prefix: prefix)
    }
  }

  private mutating func apply(prefix: String) {
    if prefix == "raw" { expandsProperties = false }
    if prefix == "expand-properties" { expandsProperties = true }
  }

  /// The value of an argument; nil if it was left out.
  subscript(index: Int) -> MPVNode? { index < values.count ? values[index] : nil }

  /// The text of an argument; empty if it was left out.
  func text(_ index: Int) -> String { self[index]?.string ?? "" }

  /// The words of a `Flags` argument.
  func flags(_ index: Int) -> Set<String> {
    Set(text(index).split(separator: "+").map(String.init))
  }
}
