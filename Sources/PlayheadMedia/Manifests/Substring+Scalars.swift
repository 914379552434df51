// By scalars, not by characters: a comma and a combining character after it are one character.
extension Substring {
  /// The text without spaces and tabs at its ends.
  var trimmingBlanks: Substring {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    var scalars = unicodeScalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return Substring(scalars)
  }

  /// Returns whether the text begins with these scalars.
  func begins(with prefix: String) -> Bool {
    unicodeScalars.starts(with: prefix.unicodeScalars)
  }

  /// Returns the text before the first separator, and the text after it; nil without a separator.
  func divided(at separator: Unicode.Scalar) -> (first: Substring, rest: Substring?) {
    let scalars = unicodeScalars
    guard let index = scalars.firstIndex(of: separator) else { return (self, nil) }
    return (Substring(scalars[..<index]), Substring(scalars[index...].dropFirst()))
  }
}
