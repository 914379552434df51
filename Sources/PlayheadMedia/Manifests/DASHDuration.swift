import PlayheadTimekeeping

/// A duration of XML Schema, as manifests of DASH declare it: `PT1H2M3.5S`.
enum DASHDuration {
  /// Returns the duration; nil if the text is invalid or negative, or if it counts years or months,
  /// whose lengths differ.
  static func time(_ text: String) -> MediaTime? {
    guard text.first == "P" else { return nil }
    var (isTime, digits, total) = (false, "", MediaTime.zero)
    for character in text.dropFirst() {
      if character == "T" {
        guard !isTime, digits.isEmpty else { return nil }
        isTime = true
      } else if character.isASCII, character.isNumber || character == "." {
        digits.append(character)
      } else {
        let scales: [Character: Int64] =
          isTime ? ["H": 3_600, "M": 60, "S": 1] : ["Y": 0, "M": 0, "D": 86_400]
        guard let scale = scales[character], let (part, _) = SegmentListParser.decimal(digits[...]),
          scale > 0 || part == .zero, let seconds = part.multiplied(by: scale),
          let sum = total.adding(seconds)
        else { return nil }
        (total, digits) = (sum, "")
      }
    }
    return digits.isEmpty && text.last != "P" && text.last != "T" ? total : nil
  }
}
