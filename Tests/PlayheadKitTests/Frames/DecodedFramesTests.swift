import PlayheadKit
import PlayheadTestEnvironment
import Testing

@Suite struct DecodedFramesTests {
  @Test func eachPictureOfAFileIsReadWithItsTime() throws {
    let path = Repository.sample("beepflash/bf.mp4")
    let source = try DecodedFrames.open(path: path, tracks: [0])
    let timebase = source.info.tracks[0].timebase
    var starts: [MediaTime] = []
    while let frame = try source.read() {
      guard let ticks = frame.presentationTicks else { continue }
      starts.append(MediaTime(ticks: ticks, timebase: timebase))
    }
    #expect(starts.count == 250)
    #expect(starts[1] - starts[0] == .milliseconds(40))
  }
}
