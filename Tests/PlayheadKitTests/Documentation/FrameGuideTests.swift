import PlayheadKit
import Testing

/// The code of Frames.md.
@Suite final class FrameGuideTests: GuideExamples {
  @Test func frames() {
    let print = output.print
    let player = Player(path: film, decoding: .video, clock: clock)
    player.framePublisher()
      .sink { frame in
        let brightness = frame.withUnsafeBytes { bytes, _ in bytes[0] }
        print("\(frame.position.seconds): \(brightness)")
      }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(1_100))
    // The film flashes at each whole second.
    #expect(output.lines.count == 28)
    #expect(output.lines[0] == "0.0: 235" && output.lines[24] == "0.96: 16")
    #expect(output.lines[25] == "1.0: 235")
  }

  @Test func picturesWithoutPlaying() throws {
    let print = output.print
    let clock = ManualHostClock()
    let player = Player(path: film, decoding: .video, clock: clock)
    player.framePublisher()
      .sink { frame in
        if case .video(let width, let height, let pixelFormat) = frame.format {
          print("\(frame.position.seconds): \(width) × \(height) \(pixelFormat)")
        }
      }
      .store(in: &subscriptions)
    player.beginLoading()
    for second in 1...3 {
      player.beginSeek(to: .seconds(Int64(second)))
      clock.advance(by: .zero)
    }
    #expect(output.lines.suffix(3).map { $0.prefix(4) } == ["1.0:", "2.0:", "3.0:"])
    #expect(output.lines.allSatisfy { $0.hasSuffix("yuv420p") })
  }

  @Test func frameTimes() throws {
    let source = try DecodedFrames.open(path: film, tracks: [0])
    let timebase = source.info.tracks[0].timebase
    var starts: [MediaTime] = []
    while let frame = try source.read() {
      guard let ticks = frame.presentationTicks else { continue }
      starts.append(MediaTime(ticks: ticks, timebase: timebase))
    }
    #expect(starts.count == 250)
    #expect(starts[1] - starts[0] == .milliseconds(40))
  }

  @Test func boundariesWithoutDecoding() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    player.progressPublisher(on: .frames)
      .compactMap { player.frameNumber(at: $0.due) }
      .sink { print("frame \($0)") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(100))
    #expect(output.lines == ["frame 0", "frame 1", "frame 2"])
  }
}
