import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment

/// A player that decodes real media, on a manual clock.
struct DecodedStage {
  let clock = ManualHostClock()
  let player: Player

  init(path: String, decoding: Decoding = .all) {
    player = Player(path: path, decoding: decoding, clock: clock)
  }

  /// Records frames. Drops their data unless `keepingData` is true, because that of a whole film
  /// takes much memory.
  func record(
    track: Int? = nil, keepingData: Bool = false
  ) -> RecordingSubscriber<PresentedFrame, Never> {
    let recorder = RecordingSubscriber<PresentedFrame, Never>()
    player.framePublisher(track: track).map { keepingData ? $0 : $0.withoutData }
      .subscribe(recorder)
    return recorder
  }

  /// Returns all frames of a file, from its beginning to its end.
  static func frames(
    ofFile file: String, decoding: Decoding = .all, keepingData: Bool = false
  ) -> [PresentedFrame] {
    let stage = DecodedStage(path: Repository.sample(file), decoding: decoding)
    let recorder = stage.record(keepingData: keepingData)
    stage.player.play()
    stage.clock.advance(by: .seconds(60))
    stage.player.close()
    stage.clock.advance(by: .zero)
    return recorder.values
  }
}

extension PresentedFrame {
  var withoutData: PresentedFrame {
    var frame = self
    frame.decoded.content = NoContent()
    return frame
  }
}

private final class NoContent: FrameContent {
  let planeCount = 0

  func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: nil, count: 0), 0)
  }
}
