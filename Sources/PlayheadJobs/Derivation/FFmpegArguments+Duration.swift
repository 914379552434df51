import PlayheadTimekeeping

extension FFmpegArguments {
  /// Returns the greatest time that ffmpeg is expected to report as `out_time`: that of the longest
  /// output.
  ///
  /// - Parameter facts: What is known of each input, in order.
  /// - Throws: `UnderivedDuration` if the length of an output depends on more than the arguments.
  /// - Returns: The expected duration.
  package func expectedDuration(
    facts: [JobInputFacts?]
  ) throws(UnderivedDuration) -> MediaTime {
    let derivation = try JobDerivation(self, facts: facts)
    var greatest = 0.0
    for index in outputs.indices {
      greatest = max(greatest, try derivation.seconds(ofOutput: index))
    }
    return try Self.time(greatest)
  }

  /// Returns the duration that an output is expected to have.
  ///
  /// - Parameters:
  ///   - index: The index of the output.
  ///   - facts: What is known of each input, in order.
  /// - Throws: `UnderivedDuration` if the length of the output depends on more than the arguments.
  /// - Returns: The expected duration.
  package func expectedDuration(
    ofOutput index: Int, facts: [JobInputFacts?]
  ) throws(UnderivedDuration) -> MediaTime {
    guard outputs.indices.contains(index) else {
      throw UnderivedDuration("there is no output \(index)")
    }
    return try Self.time(JobDerivation(self, facts: facts).seconds(ofOutput: index))
  }

  private static func time(_ seconds: Double) throws(UnderivedDuration) -> MediaTime {
    if seconds <= 0 { throw UnderivedDuration("the output is expected to be empty") }
    guard seconds.isFinite, let time = MediaTime(seconds: seconds) else {
      throw UnderivedDuration("an input has no end")
    }
    return time
  }
}
