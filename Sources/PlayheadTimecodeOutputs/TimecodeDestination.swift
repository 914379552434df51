import PlayheadTimecode
import PlayheadTimekeeping

/// Where timecode is sent, and in which form.
package enum TimecodeDestination: Hashable, Sendable {
  /// MIDI timecode to a raw MIDI device or a FIFO.
  case midi(path: String)
  /// MIDI timecode to a port of ALSA's sequencer: `CLIENT:PORT`.
  case sequencer(String)
  /// Bundles of Open Sound Control to a host.
  case osc(host: String, port: UInt16, address: String)
  /// ArtTimeCode packets to a host or a broadcast address.
  case artNet(host: String)
  /// Linear timecode as sound to a WAV file.
  case ltc(path: String)
  /// The same to an output of sound; a nil device is the default one. With a channel, counted from 1, the others are
  /// silent.
  case ltcDevice(String?, channel: Int?)

  /// The path of a file or a device; nil for a host.
  package var path: String? {
    switch self {
    case .midi(let path), .ltc(let path): path
    case .sequencer, .osc, .artNet, .ltcDevice: nil
    }
  }

  /// Whether it gets linear timecode.
  package var isLinear: Bool {
    switch self {
    case .ltc, .ltcDevice: true
    case .midi, .sequencer, .osc, .artNet: false
    }
  }

  /// Throws an error if it is a file that must not be replaced.
  package func check() throws(TimecodeFailure) {
    if case .ltc(let path) = self { try SoundFile.check(path) }
  }

  /// Whether it can be written at any speed, without waiting for another machine.
  package var isFile: Bool { if case .ltc = self { true } else { false } }

  /// Parses `mtc:PATH`, `mtc:CLIENT:PORT`, `osc:HOST:PORT[/ADDRESS]`, `artnet:HOST`, `ltc:FILE.wav` or
  /// `ltc:DEVICE[:CHANNEL]`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    let rest = String(parts[1])
    switch parts[0] {
    case "mtc": self = MIDITimecode.isSequencerAddress(rest) ? .sequencer(rest) : .midi(path: rest)
    case "osc":
      guard let destination = Self.osc(rest) else { return nil }
      self = destination
    case "artnet":
      guard let host = Self.host(rest) else { return nil }
      self = .artNet(host: host)
    case "ltc":
      let (name, channel) = LTCPlace.parts(of: rest)
      let device = name == "default" ? nil : name
      self =
        rest.lowercased().hasSuffix(".wav")
        ? .ltc(path: rest) : .ltcDevice(device, channel: channel)
    default: return nil
    }
  }

  private static func osc(_ text: String) -> TimecodeDestination? {
    let slash = text.firstIndex(of: "/") ?? text.endIndex
    let address = slash == text.endIndex ? "/playhead" : String(text[slash...])
    let hostAndPort = text[..<slash]
    guard let colon = hostAndPort.lastIndex(of: ":"), let host = host(hostAndPort[..<colon]),
      case let port = hostAndPort[hostAndPort.index(after: colon)...],
      let number = UInt16(digits: port), number > 0,
      // The others have a meaning in patterns of addresses.
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !address.contains(where: { "#*,?[]{}".contains($0) }), address.utf8.count <= 1_024
    else { return nil }
    return .osc(host: host, port: number, address: address)
  }

  /// Returns the name or the address of a host; nil if it is empty. An IPv6 address may be in brackets.
  private static func host(_ text: some StringProtocol) -> String? {
    let isBracketed = text.first == "[" && text.last == "]" && text.count > 2
    let host = String(isBracketed ? text.dropFirst().dropLast() : text[...])
    return host.isEmpty || host.contains("/") ? nil : host
  }
}
