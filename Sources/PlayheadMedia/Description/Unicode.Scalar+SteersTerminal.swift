extension Unicode.Scalar {
  /// Whether a terminal may interpret the scalar instead of showing it.
  package var steersTerminal: Bool {
    // These are the C0 and C1 control characters, DEL, line separators, and characters that change the writing
    // direction (UAX #9), which could make a name look like another.
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
