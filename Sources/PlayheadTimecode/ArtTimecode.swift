/// The ArtTimeCode packets of Art-Net 4, which carry the timecode of each frame.
package struct ArtTimecode {
  package static let port: UInt16 = 6_454

  private let counter: TimecodeCounter
  private var newest: Timecode?

  package init(_ counter: TimecodeCounter) { self.counter = counter }

  /// Returns the packet of an event; nil if the same timecode was sent before.
  package mutating func packet(for event: TimecodeEvent) -> [UInt8]? {
    let timecode: Timecode
    switch event.kind {
    case .changed(.started): return nil
    case .changed: timecode = counter.timecode(at: event.position)
    case .passed(let mark):
      timecode = counter.timecode(ofFrame: mark)
      if timecode == newest { return nil }
    }
    newest = timecode
    let (hours, minutes, seconds, frames) = timecode.numbers
    // The operation 0x9700, the version 14 of the protocol, and stream 0 of its sender.
    return Array("Art-Net\0".utf8) + [0x00, 0x97, 0, 14, 0, 0]
      + [frames, seconds, minutes, hours].map { UInt8(truncatingIfNeeded: $0) }
      + [counter.rate.code]
  }
}
