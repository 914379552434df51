import Timekeeping

extension TimeStretch {
  /// Output frames, and the input that they correspond to.
  ///
  /// Pieces that continue one another make a run, which starts at a whole input frame: output frame
  /// n of a run corresponds to the input frame `inputStart` + n × `rate`, exactly. The next run
  /// starts where the run ends, rounded up to a whole frame. A run at rate 1 is exactly the input.
  ///
  /// Between two rates, of which one is 1, there is a run of 10 ms at another rate, from 1/2 to 2.
  public struct Piece: Hashable, Sendable {
    /// The number of output frames in this piece, 1 or more.
    public var frameCount: Int64
    /// The input frame that the first output frame of the run corresponds to, counted from the last
    /// reset.
    public var inputStart: Int64
    /// Input frames per output frame.
    public var rate: Rate
    /// The number of output frames of the run before this piece; 0 if the run starts here.
    public var framesBefore: Int64

    /// Creates a piece.
    ///
    /// - Parameters:
    ///   - frameCount: The number of output frames.
    ///   - inputStart: The input frame at which the run starts.
    ///   - rate: Input frames per output frame.
    ///   - framesBefore: The number of output frames of the run before the piece.
    public init(frameCount: Int64, inputStart: Int64, rate: Rate, framesBefore: Int64) {
      self.frameCount = frameCount
      self.inputStart = inputStart
      self.rate = rate
      self.framesBefore = framesBefore
    }

    /// Extends the piece with the next piece of its run. Returns false if `other` is none.
    mutating func extend(with other: Piece) -> Bool {
      guard other.inputStart == inputStart, other.rate == rate, other.framesBefore > 0,
        other.framesBefore == framesBefore + frameCount
      else { return false }
      frameCount += other.frameCount
      return true
    }
  }
}
