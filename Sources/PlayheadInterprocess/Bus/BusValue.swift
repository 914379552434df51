/// A value of D-Bus's type system, of the types that MPRIS uses.
package enum BusValue: Hashable, Sendable {
  case text(String)
  /// The path of an object.
  case path(String)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  /// Values of one type.
  case array(of: String, [BusValue])
  /// A dictionary with text as keys and values of any type.
  case dictionary([String: BusValue])
  case variant(Contents)

  /// The value inside a variant.
  package enum Contents: Hashable, Sendable {
    indirect case value(BusValue)
    /// A value of a type that no property of MPRIS has, or one beyond the limits.
    case other(signature: String)
  }

  package static func texts(_ texts: [String]) -> BusValue {
    .array(of: "s", texts.map(BusValue.text))
  }

  package static func paths(_ paths: [String]) -> BusValue {
    .array(of: "o", paths.map(BusValue.path))
  }

  /// The signature of the type, as in `a{sv}`.
  package var signature: String {
    switch self {
    case .text: "s"
    case .path: "o"
    case .boolean: "b"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .array(let element, _): "a" + element
    case .dictionary: "a{sv}"
    case .variant: "v"
    }
  }
}
