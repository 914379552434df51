import PlayheadTimekeeping

extension FFmpegArguments {
  /// Returns the greatest expected `out_time`, that of the longest output. Throws if it depends on more than arguments.
  package func expectedDuration(
    facts: [JobInputFacts?]
  ) throws(UnderivedDuration) -> MediaTime {
    let derivation = try JobDerivation(self, facts: facts)
    var greatest = 0.0
    for index in outputs.indices {
      greatest = max(greatest, try derivation.seconds(ofOutput: index))
    }
    if greatest <= 0 { throw UnderivedDuration("the output is expected to be empty") }
    guard greatest.isFinite, let time = MediaTime(seconds: greatest) else {
      throw UnderivedDuration("an input has no end")
    }
    return time
  }
}
