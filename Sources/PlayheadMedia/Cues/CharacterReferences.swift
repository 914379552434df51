/// The character references of HTML in the text of cues: `&amp;`, `&#233;`, `&#xE9;`.
enum CharacterReferences {
  /// The number of bytes in the longest reference, without its ampersand and semicolon.
  private static let longest = 9

  /// The names of U+00A0 to U+00FF, in order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
    Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
    Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """

  private static let others: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "lrm": "\u{200E}",
    "rlm": "\u{200F}",
    "zwnj": "\u{200C}", "zwj": "\u{200D}", "ensp": "\u{2002}", "emsp": "\u{2003}",
    "thinsp": "\u{2009}",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
    "rdquo": "”",
    "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "hellip": "…", "bull": "•", "euro": "€",
    "trade": "™",
    "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "dagger": "†",
    "Dagger": "‡",
    "permil": "‰",
  ]

  private static let scalars: [String: Unicode.Scalar] = {
    let names = latin.split(separator: " ").enumerated().compactMap { index, name in
      Unicode.Scalar(0xA0 + UInt32(index)).map { (String(name), $0) }
    }
    // A space as in the text of decoders, so that a cue of spaces alone has no text.
    return others.merging(names) { first, _ in first }.merging(["nbsp": " "]) { $1 }
  }()

  /// Returns text with the character of each reference in its place. Unknown references stay.
  static func replaced(in text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let ampersand = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      let name = rest.utf8[ampersand...].dropFirst().prefix(longest + 1)
      if let end = name.firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(named: Substring(name[..<end]))
      {
        result.unicodeScalars.append(scalar)
        rest = Substring(rest.utf8[end...].dropFirst())
      } else {
        result += "&"
        rest = Substring(rest.utf8[ampersand...].dropFirst())
      }
    }
    return result + rest
  }

  private static func scalar(named name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return scalars[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
    return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }
}
