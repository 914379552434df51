import PlayheadTimekeeping

extension Rate {
  /// Parses a rate at which playback is possible. Returns nil for any other text.
  package init?(playable text: String) {
    guard let decimal = Decimal(text), decimal.scale <= 1_000_000,
      let digits = Int32(exactly: decimal.digits),
      case let rate = Rate(digits, Int32(decimal.scale)), Rate.playable.contains(rate)
    else { return nil }
    self = rate
  }
}
