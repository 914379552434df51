extension MediaServer.Conduct {
  /// What a server may do and declare about a file of this length, truly or not.
  static func all(length: Int) -> [MediaServer.Conduct] {
    let totals = [
      "*", "", "0", "1", "-1", "\(length - 1)", "\(length + 1)", "\(length * 2)",
      "9223372036854775806", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    ]
    return [
      .init(), .init(servesRanges: false), .init(servesRanges: false, declaresLength: false),
      .init(declaresLength: false), .init(servesRanges: false, declaredLength: 0),
      .init(servesRanges: false, declaredLength: .max), .init(breaksAfter: length / 2),
    ] + totals.map { .init(declaredTotal: $0) }
  }
}
