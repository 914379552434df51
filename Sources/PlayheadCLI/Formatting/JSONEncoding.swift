import PlayheadKit

extension JSON {
  /// The JSON of a value of the library, with the keys that the command documents.
  static func encoding(_ value: some Encodable) -> JSON { JSONEncoding.encoded(value).json }
}

extension JSONObject {
  /// The object of a value of the library, with the keys that the command documents.
  static func encoding(_ value: some Encodable) -> JSONObject {
    JSONObject(JSONEncoding.encoded(value).members)
  }
}

/// The encoder of one value: it keeps the order of the keys, and the decimal places of numbers.
///
/// Values of the library throw no error when they are encoded.
private final class JSONEncoding: CommandEncoder {
  private enum Content {
    case scalar(JSON)
    case object([(key: String, value: JSONEncoding)])
    case array([JSONEncoding])
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var content = Content.scalar(JSON(nil))

  static func encoded(_ value: some Encodable) -> JSONEncoding {
    let encoding = JSONEncoding()
    do { try value.encode(to: encoding) } catch { preconditionFailure("\(error)") }
    return encoding
  }

  var json: JSON {
    switch content {
    case .scalar(let json): json
    case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.json) }))
    case .array(let elements):
      JSON("[" + elements.map(\.json.text).joined(separator: separator(of: elements)) + "]")
    }
  }

  /// The members of an object; empty for another value.
  var members: [(key: String, value: JSON)] {
    if case .object(let members) = content { members.map { ($0.key, $0.value.json) } } else { [] }
  }

  /// Lists of numbers have a space after each comma.
  private func separator(of elements: [JSONEncoding]) -> String {
    if case .scalar? = elements.first?.content { ", " } else { "," }
  }

  func encode(number text: String) { content = .scalar(JSON(text)) }
  func encode(_ json: JSON) { content = .scalar(json) }

  /// Adds a member to the object, which has no members before the first one.
  func addMember(_ key: String) -> JSONEncoding {
    let value = JSONEncoding()
    var members: [(key: String, value: JSONEncoding)] = []
    if case .object(let earlier) = content { members = earlier }
    // Otherwise the array would be copied.
    content = .object([])
    members.append((key, value))
    content = .object(members)
    return value
  }

  var elementCount: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  func addElement() -> JSONEncoding {
    let value = JSONEncoding()
    var elements: [JSONEncoding] = []
    if case .array(let earlier) = content { elements = earlier }
    content = .array([])
    elements.append(value)
    content = .array(elements)
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .scalar = content { content = .object([]) }
    return KeyedEncodingContainer(Members(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .scalar = content { content = .array([]) }
    return Elements(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Scalar(encoding: self) }
}

extension JSONEncoding {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = encoding.addMember(key.stringValue) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try value.encode(to: encoding.addMember(key.stringValue))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoding.addMember(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoding.addMember(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoding.addMember("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoding.addMember(key.stringValue) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoding.elementCount }

    func encodeNil() { _ = encoding.addElement() }

    func encode<Value: Encodable>(_ value: Value) throws {
      try value.encode(to: encoding.addElement())
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoding.addElement().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoding.addElement().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoding.addElement() }
  }

  private struct Scalar: SingleValueEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoding.encode(JSON(nil)) }
    func encode(_ value: Bool) { encoding.encode(.bool(value)) }
    func encode(_ value: String) { encoding.encode(.string(value)) }
    func encode(_ value: Double) { encoding.encode(JSON(value.isFinite ? "\(value)" : nil)) }
    func encode(_ value: Float) { encode(Double(value)) }

    func encode(_ value: some BinaryInteger & Encodable) { encoding.encode(.number(value)) }
    func encode(_ value: some Encodable) throws { try value.encode(to: encoding) }
  }
}
