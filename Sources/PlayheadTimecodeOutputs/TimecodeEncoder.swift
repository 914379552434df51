import PlayheadTimecode

/// The bytes of the events of one playhead.
enum TimecodeEncoder {
  case midi(MIDITimecode)
  case artNet(ArtTimecode)
  case osc(TimecodeCounter, address: String)
  case ltc(LTCStream)

  /// Creates the encoder of a destination; nil for a device, whose sound has no messages.
  init?(
    _ destination: TimecodeDestination, counting counter: TimecodeCounter, userBits: UInt32
  ) throws(TimecodeFailure) {
    switch destination {
    case .midi, .sequencer: self = .midi(MIDITimecode(counter))
    case .artNet: self = .artNet(ArtTimecode(counter))
    case .osc(_, _, let address): self = .osc(counter, address: address)
    case .ltc: self = .ltc(try LTCStream(counter, userBits: userBits))
    case .ltcDevice: return nil
    }
  }

  /// Returns the bytes of an event, if any are sent, at a time in nanoseconds since 1970.
  mutating func bytes(of event: TimecodeEvent, at wallTime: Int64) -> [UInt8]? {
    switch self {
    case .midi(var midi):
      defer { self = .midi(midi) }
      return midi.message(for: event)
    case .artNet(var artNet):
      defer { self = .artNet(artNet) }
      return artNet.packet(for: event)
    case .osc(let counter, let address):
      return OSCBundle(
        to: address, event, timecode: counter.timecode(at: event.position), wallTime: wallTime
      ).bytes
    case .ltc(var ltc):
      defer { self = .ltc(ltc) }
      return ltc.samples(for: event)
    }
  }
}
