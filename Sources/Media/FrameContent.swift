/// The picture or the sound of a decoded frame, owned by whoever holds this.
///
/// Nothing writes to it any more, so it may be read from any thread, by several at once.
public protocol FrameContent: AnyObject, Sendable {
  /// How many pieces the data is in: of a picture one or a few, as its pixel format has it; of
  /// sound one for each channel, or one in which the channels' samples alternate.
  var planeCount: Int { get }

  /// Calls `body` with the bytes of a plane, which stand where the decoder wrote them: they must
  /// not be kept beyond the call.
  ///
  /// `rowStride` is how many bytes lie between the beginnings of two rows of a picture, at least
  /// a row's own; negative where the rows are stored from the last to the first. Of sound it is
  /// the length of the plane. A plane that there is not is empty.
  func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
