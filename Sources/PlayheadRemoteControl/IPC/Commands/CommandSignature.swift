import PlayheadInterprocess

/// The name of a command and its arguments.
struct CommandSignature: Sendable {
  /// An argument of a command.
  struct Argument: Sendable {
    var name: String
    var type: ArgumentType
    /// Whether `command-list` reports it as optional.
    var isOptional: Bool
    /// Whether a command without it is refused.
    var isRequired: Bool
  }

  var name: String
  var arguments: [Argument]
  /// Whether the last argument may be repeated, or left out.
  var isVariadic: Bool

  /// Creates a signature from a row of `CommandTable`.
  init?(row: Substring) {
    var words = row.split(separator: " ")
    guard let name = words.first else { return nil }
    words.removeFirst()
    self.name = String(name)
    isVariadic = row.hasSuffix("...")
    arguments = words.compactMap { word in
      let word = word.hasSuffix("...") ? word.dropLast(3) : word
      guard let mark = word.firstIndex(where: { ":?=".contains($0) }) else { return nil }
      return Argument(
        name: String(word[..<mark]), type: ArgumentType(row: word[word.index(after: mark)...]),
        isOptional: word[mark] == "?", isRequired: word[mark] == ":")
    }
    if isVariadic, let last = arguments.indices.last { arguments[last].isRequired = false }
  }

  /// The entry of the property `command-list`.
  var description: MPVNode {
    .map([
      "name": .string(name),
      "args": .array(
        arguments.map { argument in
          .map([
            "name": .string(argument.name), "type": .string(argument.type.name),
            "optional": .bool(argument.isOptional),
          ])
        }),
      "vararg": .bool(isVariadic),
    ])
  }

  /// Returns the values of arguments in order, nil for those left out; throws `invalidParameter`.
  func arguments(from nodes: [MPVNode]) throws(MPVError) -> [MPVNode?] {
    guard nodes.count <= arguments.count || isVariadic else { throw .invalidParameter }
    var values: [MPVNode?] = []
    for (index, node) in nodes.enumerated() {
      values.append(try arguments[min(index, arguments.count - 1)].type.value(of: node))
    }
    for argument in arguments.dropFirst(nodes.count) {
      if argument.isRequired { throw .invalidParameter }
      if !isVariadic { values.append(nil) }
    }
    return values
  }

  /// Returns the values of named arguments, as `arguments(from:)` does, each given once.
  func arguments(named members: [MPVNode.Member]) throws(MPVError) -> [MPVNode?] {
    var values = [MPVNode?](repeating: nil, count: arguments.count)
    for member in members {
      guard !isVariadic, let index = arguments.firstIndex(where: { $0.name == member.key }),
        values[index] == nil
      else { throw .invalidParameter }
      values[index] = try arguments[index].type.value(of: member.value)
    }
    for (argument, value) in zip(arguments, values) where argument.isRequired && value == nil {
      throw .invalidParameter
    }
    return values
  }
}
