import Media

/// Knows the units of one container by their heads.
protocol UnitReader {
  /// Where the first unit begins.
  var start: Int64 { get }
  /// How many bytes the medium has to have, where it tells.
  var declaredLength: Int64? { get }
  /// Whether the mark is missing that such a medium has at its end.
  var lacksEnd: Bool { get }
  var transport: TransportFraming? { get }
  /// Whether a header tells the duration, where that is known.
  var declaresDuration: Bool? { get }

  /// Looks at the unit that begins with these bytes, which lie at `offset`.
  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength

  /// Whether a unit can begin with so few bytes, where there are no more.
  func begins(with bytes: [UInt8]) -> Bool
}

/// How far it is to the next unit.
enum UnitLength {
  /// So many bytes, at least one.
  case length(Int64)
  /// Not to be told by so few bytes.
  case more
  /// This is no unit, or none further is looked at.
  case lost
}

extension UnitReader {
  var start: Int64 { 0 }
  var declaredLength: Int64? { nil }
  var lacksEnd: Bool { false }
  var transport: TransportFraming? { nil }
  var declaresDuration: Bool? { nil }
}
