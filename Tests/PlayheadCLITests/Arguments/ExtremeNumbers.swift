/// Numbers at the limits of the types that store them, in all notations.
enum ExtremeNumbers {
  /// The numbers without signs and units.
  static let plain: [String] = {
    let powers = [31, 32, 53, 62, 63].map { UInt64(1) << $0 }
    let whole = [0, 1, 2, 100, 101, .max] + powers.flatMap { [$0 - 1, $0, $0 + 1] }
    return whole.map(String.init) + [
      "18446744073709551616", "999999999999999999", "9999999999999999999",
      "0.00000000000000001", "0.000000000000000001", "00000000000000000", "99.9999999999999999",
      "100.000000000000000", "4611686018.427387903", "4611686018.427387904",
      "9223372036.854775807", "9223372036.854775808", "0.000000001", "1e-17", "1e308", "1e309",
      "nan", "inf", "infinity", "0x7fffffffffffffff", "", ".", "٣",
    ]
  }()

  private static let forms = [
    "N", "-N", "+N", "N%", "-N%", "+N%", "#N", "@N", "Ns", "Nh", "Nns", "1:N", "N:59:59", "-N:59",
    "N:00:00:00", "00:00:00:N", "N/1001", "1/N", "N,N",
  ]

  static let all = plain.flatMap { number in
    forms.map { $0.replacing("N", with: number) }
  }
}
