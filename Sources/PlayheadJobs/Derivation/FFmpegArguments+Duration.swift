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
    var greatest = MediaTime.zero
    for index in outputs.indices {
      greatest = max(greatest, try expectedDuration(ofOutput: index, facts: facts))
    }
    return greatest
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
    guard outputs.indices.contains(index), let first = facts.first, let duration = first?.duration
    else { throw UnderivedDuration("the length of input 0 is unknown") }
    return duration
  }
}
