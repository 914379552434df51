import PlayheadMedia

/// A rule of the contract of media sources. It can be checked on any media that can be opened
/// repeatedly and read to its end without an error.
public struct MediaSourceCheck: Sendable, CustomStringConvertible {
  public let description: String
  private let check: @Sendable (MediaSourceRow) throws -> [String]

  init(_ rule: String, _ check: @escaping @Sendable (MediaSourceRow) throws -> [String]) {
    description = rule
    self.check = check
  }

  /// Returns the violations of the rule, one sentence each; empty if the rule holds. An unexpected
  /// error is a violation too.
  ///
  /// - Parameter row: The media to check.
  /// - Returns: The violations, each as a sentence for a test failure.
  public func violations(_ row: MediaSourceRow) -> [String] {
    do {
      return try check(row)
    } catch {
      return ["\(error)"]
    }
  }

  /// All rules of the contract.
  public static var all: [MediaSourceCheck] { reading + seeking + interrupting }
}

/// A source that is being read.
struct MediaReading {
  /// After this many consecutive pauses, the source is considered to hang.
  private static let greatestPauseCount = 100_000

  let source: any MediaSource

  init(_ row: MediaSourceRow, interruption: Interruption = Interruption()) throws {
    source = try row.opener.open(interruption: interruption)
  }

  /// Returns the next packet; nil at the end. Retries pauses at once.
  func next() throws -> PacketTiming? {
    for _ in 0..<Self.greatestPauseCount {
      switch try source.read() {
      case .packet(let packet): return packet
      case .endOfMedia: return nil
      case .nothingYet: continue
      }
    }
    throw MediaError(.read, of: source.info.name, reason: .other, detail: "no more data arrives")
  }

  func rest() throws -> [PacketTiming] {
    var packets: [PacketTiming] = []
    while let packet = try next() { packets.append(packet) }
    return packets
  }
}

extension PacketTiming {
  /// Returns whether this is the same packet. Other properties may depend on where reading began.
  func isSame(as other: PacketTiming) -> Bool {
    if let own = presentationTicks, let others = other.presentationTicks, own != others {
      return false
    }
    return track == other.track && byteCount == other.byteCount && isKeyframe == other.isKeyframe
  }
}

/// One media file in the table of the contract suite of media sources.
public struct MediaSourceRow: Sendable, CustomStringConvertible {
  /// The name in test results.
  public let name: String
  /// Opens the same media each time.
  public let opener: any MediaOpener

  /// Creates a row of the table.
  ///
  /// - Parameters:
  ///   - name: The name in test results.
  ///   - opener: Opens the same media each time.
  public init(_ name: String, _ opener: any MediaOpener) {
    self.name = name
    self.opener = opener
  }

  public var description: String { name }
}
