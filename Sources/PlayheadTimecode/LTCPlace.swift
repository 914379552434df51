/// The names of places of linear timecode.
package enum LTCPlace {
  /// The plug-ins of ALSA whose names the number of a card follows.
  private static let cards = ["hw", "plughw", "sysdefault", "dmix", "dsnoop", "front"]

  /// Returns the parts of `PLACE` or `PLACE:CHANNEL`, from 1 to 32, which a card's number, as in `hw:0`, is not.
  package static func parts(of text: String) -> (name: String, channel: Int?) {
    guard let colon = text.lastIndex(of: ":"), case let name = text[..<colon],
      let last = name.split(separator: ":").last, !cards.contains(String(last)),
      let channel = Int(digits: text[text.index(after: colon)...]), (1...32).contains(channel)
    else { return (text, nil) }
    return (String(name), channel)
  }
}
