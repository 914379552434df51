import PlayheadMedia

/// A value of mpv's protocol: an argument, the value of a property, a reply.
package enum MPVNode: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  /// Text that keeps every byte (`ExactText`).
  case string(String)
  case array([MPVNode])
  /// The members in order. Of several with one key, the first counts.
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: MPVNode

    package init(_ key: String, _ value: MPVNode) {
      (self.key, self.value) = (key, value)
    }
  }

  /// Creates a string of text that is no name of a file, such as a tag.
  package static func plain(_ text: String) -> MPVNode { .string(ExactText.text(ofPlain: text)) }

  package static func map(_ members: KeyValuePairs<String, MPVNode>) -> MPVNode {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// The member with this key; nil if there is none, or if this is no object.
  package subscript(key: String) -> MPVNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number of an int; nil for other values.
  package var int: Int64? {
    if case .int(let number) = self { number } else { nil }
  }

  /// The number of an int or a double; nil for other values.
  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
