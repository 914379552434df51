import PlayheadServing
import PlayheadTimecode
import PlayheadTimekeeping

/// Timecode that another machine sends, and how it arrives.
public enum TimecodeAddress: Hashable, Sendable, CustomStringConvertible {
  /// Linear timecode in the sound of a file, which is read at its own speed, or of an input: a source of the sound
  /// server or a device of ALSA, or `default`. With a channel, counted from 1, only that is read; otherwise the first one
  /// that has timecode.
  case ltc(String = "default", channel: Int? = nil)
  /// MIDI timecode from a raw MIDI device or a FIFO, by its path, or from a port of ALSA's sequencer, `CLIENT:PORT`.
  case mtc(String)
  /// The ArtTimeCode packets that reach an address of this machine; nil for the loopback address.
  case artNet(host: String? = nil)
  /// Messages of Open Sound Control that reach a port, at an address of this machine; nil for the loopback address.
  /// Messages to another address than the stated one are ignored; with nil, none is.
  case osc(host: String? = nil, port: UInt16, address: String? = nil)

  /// The timecode as the command line names it, as in `ltc:default`.
  public var description: String {
    switch self {
    case .ltc(let place, let channel): "ltc:\(place)" + (channel.map { ":\($0)" } ?? "")
    case .mtc(let port): "mtc:\(port)"
    case .artNet(let host): "artnet:\(host ?? "")"
    case .osc(let host, let port, let address):
      "osc:" + (host.map { $0.contains(":") ? "[\($0)]:" : "\($0):" } ?? "")
        + "\(port)\(address ?? "")"
    }
  }
}

extension TimecodeAddress {
  /// Parses `ltc:NAME[:CHANNEL]`, `mtc:PORT`, `artnet:[ADDRESS]` or `osc:[HOST:]PORT[/ADDRESS]`; nil for other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let rest = String(parts[1])
    switch parts[0] {
    case "ltc" where !rest.isEmpty:
      let (name, channel) = LTCPlace.parts(of: rest)
      self = .ltc(name, channel: channel)
    case "mtc" where !rest.isEmpty: self = .mtc(rest)
    case "artnet": self = .artNet(host: rest.isEmpty ? nil : Self.host(rest))
    case "osc":
      guard let address = Self.osc(rest) else { return nil }
      self = address
    default: return nil
    }
  }

  private static func osc(_ text: String) -> TimecodeAddress? {
    let slash = text.firstIndex(of: "/") ?? text.endIndex
    let (place, address) = (String(text[..<slash]), String(text[slash...]))
    guard let server = TimelineAddress(place: place) else { return nil }
    return .osc(
      host: place.contains(":") ? server.host : nil, port: server.port,
      address: address.isEmpty ? nil : address)
  }

  /// Returns a host without the brackets of an IPv6 address.
  private static func host(_ text: String) -> String {
    let isBracketed = text.first == "[" && text.last == "]" && text.count > 2
    return isBracketed ? String(text.dropFirst().dropLast()) : text
  }
}
