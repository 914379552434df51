import PlayheadTimekeeping

extension FFmpegArguments {
  /// Returns the greatest time that ffmpeg is expected to report as `out_time`: that of the longest
  /// output.
  ///
  /// - Parameter facts: The facts about each input, in order.
  /// - Throws: `UnderivedDuration` if the length of an output depends on more than the arguments.
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
