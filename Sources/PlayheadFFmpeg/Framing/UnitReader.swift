import PlayheadMedia

/// Parses the unit headers of one container.
protocol UnitReader {
  /// The offset of the first unit.
  var start: Int64 { get }
  /// The length of the file that the container declares.
  var declaredLength: Int64? { get }
  /// Whether an end mark that the container requires is missing.
  var lacksEnd: Bool { get }
  var transport: TransportFraming? { get }
  /// Whether a header declares the duration; nil if that is unknown.
  var declaresDuration: Bool? { get }
  /// The blocks with a time before zero, in the order of their offsets.
  var earlyBlocks: [EarlyBlock] { get }

  /// Parses the unit that starts with these bytes, at `offset` in the file.
  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength

  /// Whether these bytes, the last of the file, are the start of a unit.
  func begins(with bytes: [UInt8]) -> Bool
}

/// A packet whose stored time is before zero.
struct EarlyBlock {
  let offset: Int64
  /// The stored time.
  let ticks: Int64
}

/// The distance to the next unit.
enum UnitLength {
  /// A number of bytes, at least one.
  case length(Int64)
  /// More bytes are needed.
  case more
  /// This is not a unit, or the reader needs no further units.
  case lost
}

extension UnitReader {
  var start: Int64 { 0 }
  var declaredLength: Int64? { nil }
  var lacksEnd: Bool { false }
  var transport: TransportFraming? { nil }
  var declaresDuration: Bool? { nil }
  var earlyBlocks: [EarlyBlock] { [] }
}
