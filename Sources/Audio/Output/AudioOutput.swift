import Media

/// Plays sound on a device.
///
/// An output counts frames from 0: the first frame written is frame 0. Counts never decrease, and
/// `flush` leaves no gap in the frames that are heard: the next frame written has the number that
/// `status.nextFrame` reports after the flush.
///
/// No call blocks. One thread at a time calls the methods, `onChange` excepted.
public protocol AudioOutput: AnyObject, Sendable {
  /// The format of the frames to write.
  var format: AudioFormat { get }

  /// What the output knows now. Can be read on any thread.
  var status: AudioOutputStatus { get }

  /// Writes frames after those written before.
  ///
  /// - Parameter samples: Interleaved samples; a multiple of the channel count. At most
  ///   `status.writableFrameCount` frames are taken.
  /// - Returns: The number of frames taken.
  func write(_ samples: UnsafeBufferPointer<Float>) -> Int

  /// Starts to play, or continues after `pause`. If there is nothing to play, sound starts with the
  /// first frame written.
  func start()

  /// Stops playing. Frames that the device has already taken are still heard; the others are kept.
  func pause()

  /// Discards the frames that the device has not taken yet. `status.isFlushing` is true until the
  /// output knows which they are.
  func flush()

  /// Plays all frames written even if they are fewer than the output usually waits for. More frames
  /// may follow.
  func drain()

  /// Stops playing after all frames written have been heard. An output that several players share
  /// plays on if the frames of another one follow.
  func end()

  /// Asks for a new reading. `onChange` is called when it has come.
  func requestReading()

  /// Stops at once and releases the device. `status` no longer changes.
  func close()
}

extension AudioOutput {
  /// Stops playing after all frames written have been heard: the same as `pause()`.
  public func end() { pause() }
}
