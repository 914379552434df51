import Foundation
import Glibc
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Frames of real media through a player, on the manual clock.
@Suite struct FrameTests {
  @Test func thereAreEnoughFrameFacts() {
    #expect(FrameFacts.all.count > 45 && FrameFacts.files.count > 30)
  }

  @Test(arguments: TestEffort.some(FrameFacts.files))
  func framesMatchFfprobeAndArriveOnTime(file: String) throws {
    let stage = DecodedStage(path: Repository.sample(file))
    var instants: [(frame: MediaTime, playhead: MediaTime)] = []
    let recorder = RecordingSubscriber<PresentedFrame, Never>(onValue: { _, frame in
      instants.append((frame.position, stage.player.currentTime()))
      return .none
    })
    stage.player.framePublisher().map(\.withoutData).subscribe(recorder)
    stage.player.play()
    stage.clock.advance(by: .seconds(60))
    #expect(stage.player.playbackState == .ended)
    let info = try #require(stage.player.mediaInfo)
    let timeline = Set(info.timelineTracks.map(\.index))
    let facts = FrameFacts.all.filter { $0.file == file && timeline.contains($0.track) }
    #expect(Set(stage.player.decodedTracks) == Set(facts.map(\.track)))
    for facts in facts {
      let frames = recorder.values.filter { $0.timing.track == facts.track }
      if file == "bbb_cut_neg.mkv", facts.track == 0 {
        // The first eight frames have no time.
        #expect(frames.count == facts.count - 8)
        #expect(frames.allSatisfy { $0.timing.presentationTicks != nil })
        continue
      }
      #expect(frames.count == facts.count)
      #expect(frames.padded(as: file).sum == facts.sum)
    }
    // Each frame is delivered within a nanosecond of its time.
    let lags = instants.map {
      $0.playhead.nanoseconds(rounding: .down) - $0.frame.nanoseconds(rounding: .down)
    }
    #expect(lags.allSatisfy { (0...1).contains($0) })
    let counts = stage.player.frameCounts
    #expect(counts.late == 0 && counts.corrupt == 0 && counts.skipped == 0)
    #expect(counts.published == recorder.values.count)
    #expect(recorder.violations.isEmpty)
  }

  @Test(arguments: [
    "bbb.mp4", "bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "bbb_vfr.mp4",
    "bbb_vp9_opus.webm", "bbb_cut_elst.mp4", "gnome-dual-monitors.webm", "beepflash/bf_wrap.ts",
  ])
  func aSeekDeliversTheFirstFrameAtOrAfterItsTarget(file: String) throws {
    let all = DecodedStage.frames(ofFile: file, decoding: .video).map(\.position)
    let stage = DecodedStage(path: Repository.sample(file), decoding: .video)
    let recorder = stage.record()
    stage.player.beginLoading()
    stage.clock.advance(by: .zero)
    for milliseconds in [2_345, 40, 3_999, 1, 1_000, 4_400] as [Int64] {
      let target = MediaTime.milliseconds(milliseconds)
      let expected = all.filter { $0 >= target }
      if expected.isEmpty { continue }
      let count = recorder.values.count
      stage.player.beginSeek(to: target)
      stage.clock.advance(by: .zero)
      #expect(recorder.values.dropFirst(count).map(\.position) == [expected[0]])
      stage.player.play()
      stage.clock.advance(by: .milliseconds(300))
      stage.player.pause()
      let end = MediaTime.milliseconds(milliseconds + 300)
      let seen = [expected[0]] + expected.dropFirst().filter { $0 <= end }
      #expect(recorder.values.dropFirst(count).map(\.position) == seen, "\(milliseconds)")
    }
    #expect(stage.player.frameCounts.late == 0)
  }

  /// Returns the mean brightness of a picture, from 0 to 255.
  private func brightness(_ frame: PresentedFrame) -> Double {
    guard case .video(let width, let height, _) = frame.format else { return -1 }
    return frame.withUnsafeBytes { bytes, stride in
      var sum = 0
      for row in 0..<height {
        for column in 0..<width { sum += Int(bytes[row * stride + column]) }
      }
      return Double(sum) / Double(width * height)
    }
  }

  @Test(arguments: TestEffort.some(["bf.mp4", "bf.mkv", "bf_vorbis.webm", "bf_vfr.mkv"]))
  func theFlashIsAtEachWholeSecond(file: String) throws {
    let frames = DecodedStage.frames(
      ofFile: "beepflash/\(file)", decoding: .video, keepingData: true)
    // In WebM the sound begins 3 ms before the pictures, and defines position zero.
    let zero = try #require(frames.first).position
    for second in 0..<10 as Range<Int64> {
      let time = try #require(zero.adding(.seconds(second)))
      let index = try #require(frames.firstIndex { $0.position == time })
      #expect(brightness(frames[index]) > 200)
      if index > 0 { #expect(brightness(frames[index - 1]) < 100) }
    }
  }

  @Test func theFlashIsFoundBySeeking() throws {
    let stage = DecodedStage(path: Repository.sample("beepflash/bf.mp4"), decoding: .video)
    let recorder = stage.record(keepingData: true)
    stage.player.beginLoading()
    stage.player.beginSeek(to: .milliseconds(2_960))
    stage.clock.advance(by: .zero)
    #expect(recorder.values.last?.position == .milliseconds(2_960))
    let before = try #require(recorder.values.last)
    #expect(brightness(before) < 100)
    stage.player.beginSeek(to: .seconds(3))
    stage.clock.advance(by: .zero)
    #expect(recorder.values.last?.position == .seconds(3))
    let flash = try #require(recorder.values.last)
    #expect(brightness(flash) > 200)
  }

  /// Returns the samples of the first channel, from -1 to 1.
  private func samples(_ frame: PresentedFrame) -> [Double] {
    guard case .audio(_, let channels, let format) = frame.format,
      let count = frame.timing.sampleCount
    else { return [] }
    let step = format.hasSuffix("p") ? 1 : channels
    return frame.withUnsafeBytes { bytes, _ in
      (0..<count).map { index in
        switch format {
        case "fltp", "flt":
          Double(bytes.loadUnaligned(fromByteOffset: index * step * 4, as: Float.self))
        case "s16p", "s16":
          Double(bytes.loadUnaligned(fromByteOffset: index * step * 2, as: Int16.self)) / 32_768
        case "s32p", "s32":
          Double(bytes.loadUnaligned(fromByteOffset: index * step * 4, as: Int32.self))
            / 2_147_483_648
        default: .nan
        }
      }
    }
  }

  @Test(arguments: TestEffort.some(["bf.mp4", "bf.flac", "bf.opus", "bf.m4a", "bf_vorbis.webm"]))
  func theBeepIsAtEachWholeSecond(file: String) throws {
    let frames = DecodedStage.frames(
      ofFile: "beepflash/\(file)", decoding: .audio, keepingData: true)
    var onsets: [Double] = []
    var lastLoud = -1.0
    for frame in frames {
      guard case .audio(let rate, _, _) = frame.format else { continue }
      for (index, sample) in samples(frame).enumerated() {
        #expect(!sample.isNaN)
        guard abs(sample) > 0.1 else { continue }
        let time = frame.position.seconds + Double(index) / Double(rate)
        if lastLoud < 0 || time - lastLoud > 0.5 { onsets.append(time) }
        lastLoud = time
      }
    }
    // The tolerance is for lossy codecs, which blur the beginning of the beep.
    #expect(onsets.count == 10)
    for (second, onset) in onsets.enumerated() { #expect(abs(onset - Double(second)) < 0.004) }
  }

  @Test(arguments: ["bbb_small.mp4", "bbb_vfr.mp4"])
  func corruptFramesAreCountedAndPlaybackReachesTheEnd(file: String) throws {
    var bytes = try Repository.sampleBytes(file)
    // Changes every 200th byte of the second quarter.
    for index in stride(from: bytes.count / 4, to: bytes.count / 2, by: 200) {
      bytes[index] ^= 0xff
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: file)
    let whole = DecodedStage.frames(ofFile: file)
    let stage = DecodedStage(path: path)
    let recorder = stage.record()
    stage.player.play()
    stage.clock.advance(by: .seconds(60))
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.frameCounts.corrupt > 0)
    #expect(recorder.values.count > whole.count / 2)
    #expect(recorder.values.last?.position == whole.last?.position)
    #expect(recorder.values.contains { $0.isCorrupt })
  }

  @Test func aPipeIsReadOnceAndDecoded() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let writer = Thread {
      var bytes = bytes[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(writeEnd, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        bytes = bytes.dropFirst(count)
      }
      close(writeEnd)
    }
    writer.start()
    defer { close(readEnd) }
    let stage = DecodedStage(path: "pipe:\(readEnd)")
    let recorder = stage.record()
    stage.player.play()
    stage.clock.advance(by: .seconds(60))
    #expect(stage.player.playbackState == .ended)
    let facts = FrameFacts.all.filter { $0.file == "bbb_start3600.ts" }
    #expect(facts.count == 2)
    for facts in facts {
      #expect(recorder.values.filter { $0.timing.track == facts.track }.sum == facts.sum)
    }
  }
}
