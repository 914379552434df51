import PlayheadTimekeeping

extension TimeStretch {
  /// Output samples, and the input that they correspond to.
  ///
  /// Pieces that continue one another make a run, which starts at a whole input sample: output sample
  /// n of a run corresponds to the input sample `inputStart` + n × `rate`, exactly. The next run
  /// starts where the run ends, rounded up to a whole sample. A run at rate 1 is exactly the input.
  ///
  /// Between two rates, of which one is 1, there is a run of 10 ms at another rate, from 1/2 to 2.
  package struct Piece: Hashable, Sendable {
    /// The number of output samples in this piece, 1 or more.
    package var sampleCount: Int64
    /// The input sample that the first output sample of the run corresponds to, counted from the last reset.
    package var inputStart: Int64
    /// Input samples per output sample.
    package var rate: Rate
    /// The number of output samples of the run before this piece; 0 if the run starts here.
    package var samplesBefore: Int64

    /// Creates a piece of the run that starts at an input sample, after the run's output samples before it.
    package init(sampleCount: Int64, inputStart: Int64, rate: Rate, samplesBefore: Int64) {
      self.sampleCount = sampleCount
      self.inputStart = inputStart
      self.rate = rate
      self.samplesBefore = samplesBefore
    }

    /// Extends the piece with the next piece of its run. Returns false if `other` is none.
    mutating func extend(with other: Piece) -> Bool {
      guard other.inputStart == inputStart, other.rate == rate, other.samplesBefore > 0,
        other.samplesBefore == samplesBefore + sampleCount
      else { return false }
      sampleCount += other.sampleCount
      return true
    }
  }
}
