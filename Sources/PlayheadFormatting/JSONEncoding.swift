import PlayheadTimekeeping

extension JSON {
  /// The JSON of a value of the library, with the keys that the command documents.
  package static func encoding(_ value: some Encodable) -> JSON { JSONEncoding.encoded(value).json }
}

extension JSONObject {
  /// The object of a value of the library, with the keys that the command documents.
  package static func encoding(_ value: some Encodable) -> JSONObject {
    JSONObject(JSONEncoding.encoded(value).members)
  }
}

/// The encoder of one value: it keeps the order of the keys, and the decimal places of numbers.
///
/// Values of the library throw no error when they are encoded.
private final class JSONEncoding: CommandEncoder {
  private enum Kind {
    case scalar(JSON)
    case object
    case array
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var kind = Kind.scalar(JSON(nil))
  /// The members of an object, or the elements of an array, whose keys are empty.
  private var children: [(key: String, value: JSONEncoding)] = []

  static func encoded(_ value: some Encodable) -> JSONEncoding {
    let encoding = JSONEncoding()
    do { try value.encode(to: encoding) } catch { preconditionFailure("\(error)") }
    return encoding
  }

  var json: JSON {
    switch kind {
    case .scalar(let json): json
    case .object: .object(JSONObject(members))
    case .array:
      JSON("[" + children.map(\.value.json.text).joined(separator: separator) + "]")
    }
  }

  /// The members of an object; empty for a scalar.
  var members: [(key: String, value: JSON)] { children.map { ($0.key, $0.value.json) } }

  /// Lists of numbers have a space after each comma.
  private var separator: String {
    if case .scalar? = children.first?.value.kind { ", " } else { "," }
  }

  func encode(number text: String) { kind = .scalar(JSON(text)) }
  func encode(_ json: JSON) { kind = .scalar(json) }

  /// Adds a member to an object, or an element to an array.
  func addChild(_ key: String = "") -> JSONEncoding {
    let value = JSONEncoding()
    children.append((key, value))
    return value
  }

  var elementCount: Int { children.count }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .scalar = kind { kind = .object }
    return KeyedEncodingContainer(Members(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .scalar = kind { kind = .array }
    return Elements(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Scalar(encoding: self) }
}

extension JSONEncoding {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = encoding.addChild(key.stringValue) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try value.encode(to: encoding.addChild(key.stringValue))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoding.addChild(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoding.addChild(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoding.addChild("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoding.addChild(key.stringValue) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoding.elementCount }

    func encodeNil() { _ = encoding.addChild() }

    func encode<Value: Encodable>(_ value: Value) throws {
      try value.encode(to: encoding.addChild())
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoding.addChild().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoding.addChild().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoding.addChild() }
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
