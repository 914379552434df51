import Media
import Timekeeping

/// One rule of the contract of media sources, checked on any medium that can be opened more than
/// once and is read to its end without an error.
public struct MediaSourceCheck: Sendable, CustomStringConvertible {
  /// The rule, in words.
  public let description: String
  private let check: @Sendable (MediaSourceRow) throws -> [String]

  init(_ rule: String, _ check: @escaping @Sendable (MediaSourceRow) throws -> [String]) {
    description = rule
    self.check = check
  }

  /// What of the row broke the rule, a sentence each; empty if it holds. An error where none was
  /// due breaks it too.
  public func faults(_ row: MediaSourceRow) -> [String] {
    do {
      return try check(row)
    } catch {
      return ["\(error)"]
    }
  }

  /// All rules.
  public static var all: [MediaSourceCheck] { reading + seeking + interrupting }
}

/// A source at work.
struct MediaReading {
  /// After so many in a row a medium that gives nothing yet is taken for one that hangs.
  private static let greatestPauseCount = 100_000

  let source: any MediaSource

  init(_ row: MediaSourceRow, interruption: Interruption = Interruption()) throws {
    source = try row.opener.open(interruption: interruption)
  }

  /// The next packet; nil at the end. What is not there yet is asked for again at once.
  func next() throws -> PacketTiming? {
    for _ in 0..<Self.greatestPauseCount {
      switch try source.read() {
      case .packet(let packet): return packet
      case .endOfMedia: return nil
      case .nothingYet: continue
      }
    }
    throw MediaError(.read, source.info.name, .other, detail: "nothing comes any more")
  }

  func rest() throws -> [PacketTiming] {
    var packets: [PacketTiming] = []
    while let packet = try next() { packets.append(packet) }
    return packets
  }
}

extension PacketTiming {
  /// Whether it is the same packet: back ends may leave out of it, or fill in, what depends on
  /// where reading began.
  func isSame(as other: PacketTiming) -> Bool {
    if let own = presentationTicks, let others = other.presentationTicks, own != others {
      return false
    }
    return track == other.track && byteCount == other.byteCount && isKeyframe == other.isKeyframe
  }
}
