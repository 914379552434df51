import PlayheadMedia

extension [FFmpegOption] {
  /// Returns the length that an option gives, or nil without the option.
  func seconds(_ name: String) throws(UnderivedDuration) -> Double? {
    guard let text = self[name] else { return nil }
    guard let seconds = FFmpegNumber.seconds(text) else {
      throw UnderivedDuration("-\(name) '\(text)' cannot be read")
    }
    return seconds
  }

  /// Returns the greatest length that `-t` or `-to` allows.
  func limit(begin: Double) throws(UnderivedDuration) -> Double? {
    if let length = try seconds("t") { return length }
    return try seconds("to").map { $0 - begin }
  }

  /// Returns the value of the last option for a stream, by the number of streams, and of its kind, before it.
  func value(
    _ name: String, kind: MediaTrack.Kind, index: Int, indexOfKind: Int
  ) -> String? {
    last { option in
      guard option.name == name else { return false }
      let parts = (option.specifier ?? "").split(separator: ":")
      guard let first = parts.first else { return true }
      if parts.count == 1, Int(first) == index { return true }
      guard MediaTrack.Kind(specifier: first) == kind else { return false }
      return parts.count == 1 || parts.count == 2 && Int(parts[1]) == indexOfKind
    }?.value
  }
}

extension MediaTrack.Kind {
  /// The kind that a letter of a stream specifier means.
  init?(specifier: some StringProtocol) {
    switch specifier {
    case "v", "V": self = .video
    case "a": self = .audio
    case "s": self = .subtitle
    case "d": self = .data
    case "t": self = .attachment
    default: return nil
    }
  }
}
