import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimecode
import PlayheadTimekeeping
import Testing

@testable import PlayheadReading
@testable import PlayheadTimecodeInputs

/// The timecodes of files are found: those that containers declare, and linear timecode in sound.
@Suite(.enabled(if: PlayheadTestEnvironment.LTCDecoder.isInstalled)) struct FileTimecodeTests {
  private func linear(_ signal: CodeSignal) throws -> [FileTimecode] {
    let directory = try TemporaryDirectory()
    let file = try directory.write(signal.wav, to: "code.wav")
    return try FileTimecode.linear(in: LocatedMedia(path: file), interruption: Interruption())
  }

  @Test func theFirstLabelAndItsPositionAreFound() throws {
    var signal = CodeSignal(.named(30_000, 1_001))
    signal.appendSilence(frames: 20)
    let first = Timecode(hours: 10, minutes: 0, seconds: 0, frames: 0, base: signal.rate.base)
    signal.append(frames: first.frame..<first.frame + 60)
    let found = try #require(try linear(signal).first)
    #expect(found.source == .ltc && found.channel == 1 && found.timecode == "10:00:00;00")
    #expect(abs(found.position.seconds - 20 * 1_001 / 30_000) < 0.0001)
    #expect(found.frameRate == FrameRate(30_000, 1_001))
    let drift = try #require(found.drift)
    #expect(abs(drift) < 20 && found.breakCount == 0)
  }

  @Test func driftAndBreaksAreFound() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_000..<1_200, speed: 1.000_3)
    signal.append(frames: 90_000..<90_020)
    signal.append(frames: 500..<520)
    let found = try #require(try linear(signal).first)
    let drift = try #require(found.drift)
    #expect(abs(drift - 300) < 20)
    #expect(found.breaks.map(\.timecode) == ["01:00:00:00", "00:00:20:00"])
    #expect(abs(found.breaks[0].position.seconds - 8 / 1.000_3) < 0.0001)
    #expect(found.breakCount == 2)
  }

  /// The quieter one is as loud as what a codec leaves of silence.
  @Test(arguments: [0.000_1, 0.01]) func codeAfterAQuietToneIsFound(_ level: Double) throws {
    var signal = CodeSignal()
    signal.appendSilence(frames: 50)
    signal.append(frames: 1_000..<1_050)
    for index in signal.samples.indices {
      signal.samples[index] += Float(level * sin(2 * .pi * 19_000 / 48_000 * Double(index)))
    }
    let found = try #require(try linear(signal).first)
    let drift = try #require(found.drift)
    #expect(found.breakCount == 0 && abs(drift) < 20)
    let time = try #require(found.timeOfDay?.subtracting(found.position))
    #expect(abs(time.seconds - 38) < 0.000_1 && found.position < .seconds(3))
  }

  /// As from a tape that runs too fast. At first, a rate of 30 frames per second is likelier.
  @Test func codeAtAnotherSpeedHasItsOwnRate() throws {
    var signal = CodeSignal()
    signal.append(frames: 1_005..<1_060, speed: 1.2)
    let found = try #require(try linear(signal).first)
    #expect(found.frameRate == FrameRate(25, 1))
    // The first frame may be lost.
    let first = try #require(["00:00:40:05", "00:00:40:06"].firstIndex(of: found.timecode))
    #expect(abs(found.position.seconds - Double(first) / 30) < 0.001)
    let drift = try #require(found.drift)
    #expect(found.breakCount == 0 && abs(drift - 200_000) < 100)
  }

  /// As from a tape that runs too slowly. At first, a rate of 24 frames per second is likelier.
  @Test func slowCodeHasItsOwnRate() throws {
    var signal = CodeSignal(.named(30_000, 1_001, drops: false))
    signal.append(frames: 1_205..<1_290, speed: 0.8)
    let found = try #require(try linear(signal).first)
    #expect(found.frameRate == FrameRate(30_000, 1_001))
    let drift = try #require(found.drift)
    #expect(found.breakCount == 0 && abs(drift + 200_000) < 100)
  }

  @Test func aMissingLabelIsNotTheSecondOfAnotherRate() throws {
    var signal = CodeSignal()
    // Without 00:00:41:24.
    signal.append(frames: 1_000..<1_049)
    signal.append(frames: 1_050..<1_100)
    let found = try #require(try linear(signal).first)
    #expect(found.frameRate == FrameRate(25, 1))
    #expect(found.breakCount == 1 && found.breaks.map(\.timecode) == ["00:00:42:00"])
  }

  /// At 24 frames per second, the labels of the first second would follow each other.
  @Test func aLostFrameIsNoOtherRate() throws {
    var survey = LTCSurvey()
    for frame: Int64 in 1_000..<1_100 where frame != 1_024 {
      let time = 40_000_000 * (frame - 1_000)
      let numbers = [0, 0, frame / 25, frame % 25]
      let sighting = try #require(
        TimecodeSighting(
          numbers, isDropFrame: false, quarters: 4,
          instant: HostInstant(nanoseconds: time + 40_000_000)))
      survey.add(sighting, at: .nanoseconds(time))
    }
    #expect(survey.start?.rate == .pal && survey.breaks.map(\.timecode) == ["00:00:41:00"])
  }

  /// The first frame after the first pause is read as the one that follows the last one before it.
  @Test func aPauseIsNoDrift() throws {
    var signal = CodeSignal()
    for index: Int64 in 0..<5 {
      signal.append(frames: 1_005 + 6 * index..<1_011 + 6 * index)
      signal.appendSilence(frames: 10)
    }
    let found = try #require(try linear(signal).first)
    let drift = try #require(found.drift)
    #expect(abs(drift) < 1_000)
  }

  @Test func soundWithoutCodeHasNoTimecode() throws {
    var signal = CodeSignal()
    signal.appendDamage(frames: 50)
    signal.append(frames: 1_000..<1_003)
    #expect(try linear(signal).isEmpty)
    let video = LocatedMedia(path: Repository.sample("bbb_small.mp4"))
    #expect(try FileTimecode.linear(in: video, interruption: Interruption()).isEmpty)
  }

  @Test func theTrackOfADeclaredTimecodeIsNamed() throws {
    let media = LocatedMedia(path: Repository.sample("bbb_tmcd.mov"))
    let info = try media.open(interruption: Interruption()).info
    let declared = FileTimecode.declared(in: info)
    #expect(declared.map(\.timecode) == ["01:00:00:00"])
    #expect(declared.map(\.source) == [.tmcd])
    #expect(declared[0].track.map { info.tracks[$0].kind } == .data)
    #expect(declared[0].frameRate == FrameRate(25, 1))
  }

  /// At 50 frames per second, as the labels of linear timecode.
  @Test func aTrackOfTimecodeMayCountEverySecondFrame() throws {
    var video = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 50))
    video.constantFrameRate = FrameRate(50, 1)
    var labels = MediaTrack(index: 1, kind: .data, timebase: Timebase(1, 25))
    labels.frameRate = FrameRate(25, 1)
    labels.tags = [MediaTag(key: "timecode", value: "10:00:00:24")]
    video.tags = labels.tags
    let info = MediaInfo(
      name: "a.mov", container: "mov", tracks: [video, labels], isSeekable: true)
    let declared = FileTimecode.declared(in: info)
    #expect(declared.map(\.frameRate) == [FrameRate(25, 1)])
    #expect(declared.map(\.timeOfDay) == [.milliseconds(36_000_960)])
  }

  @Test func theFirstOfATrackEndsTheSearch() throws {
    var signal = CodeSignal()
    signal.append(frames: 90_000..<90_500)
    let directory = try TemporaryDirectory()
    let media = LocatedMedia(path: try directory.write(signal.wav, to: "code.wav"))
    func first(_ track: Int) throws -> FileTimecode? {
      try FileTimecode.linear(
        in: media, track: track, stopsAtFirst: true, interruption: Interruption()
      ).first
    }
    let found = try #require(try first(0))
    #expect(found.timecode == "01:00:00:00" && found.timeOfDay == .seconds(3_600))
    #expect(try first(1) == nil)
  }

  @Test func theHeaderOfAGroupHasALabel() throws {
    // Drop frame, 10:59:58 and 29 pictures.
    let word: UInt32 = 1 << 31 | 10 << 26 | 59 << 20 | 1 << 19 | 58 << 13 | 29 << 7
    let header = [0, 0, 1, 0xB8] + (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    let picture: [UInt8] = [0, 0, 1, 0, 3 << 2, 1 << 6, 0, 0]
    let group = try #require(GroupTimecode([0, 0xB8, 1] + header + [1] + picture))
    #expect(group.label == "10:59:58;29" && group.leadCount == 49)
    for count in 0..<8 { #expect(GroupTimecode(Array(header.prefix(count))) == nil) }
  }

  @Test func groupsOfPicturesHaveATimecode() throws {
    func found(_ name: String) throws -> FileTimecode? {
      try FileTimecode.ofGroup(
        in: LocatedMedia(path: Repository.sample(name)), interruption: Interruption())
    }
    let timecode = try #require(try found("pygame-blue.mpg"))
    #expect(timecode.timecode == "00:00:00:00" && timecode.source == .gop && timecode.track == 0)
    #expect(timecode.timeOfDay == .zero && timecode.frameRate == FrameRate(30, 1))
    #expect(try found("bbb_small.mp4") == nil)
  }

  @Test func aFileMayBeginInsideAGroup() throws {
    let directory = try TemporaryDirectory()
    let whole = Repository.path("Tests/Fixtures/media/groups.ts")
    let bytes = try Data(contentsOf: URL(filePath: whole))
    // Without the first picture, but with the tables before it.
    let part = try directory.write(bytes.prefix(564) + bytes.dropFirst(752), to: "part.ts")
    func timecode(_ path: String) throws -> (FileTimecode, start: MediaTime) {
      let media = LocatedMedia(path: path)
      let found = try FileTimecode.ofGroup(in: media, interruption: Interruption())
      let info = try media.open(interruption: Interruption()).info
      return (try #require(found), try #require(info.presentationStart))
    }
    let (first, start) = try timecode(whole)
    #expect(first.timecode == "10:00:00:00" && first.position == .zero)
    let (second, later) = try timecode(part)
    #expect(second.timecode == "10:00:00:10" && later > start)
    let instant = try #require(second.position.adding(later)?.subtracting(start))
    #expect(instant == .milliseconds(400))
  }

  @Test(arguments: [":", ";"]) func aDayEndsAfterItsLastLabel(_ separator: String) throws {
    func recording(_ label: String) throws -> TimecodedRecording {
      var track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 30_000))
      track.constantFrameRate = FrameRate(30_000, 1_001)
      var info = MediaInfo(name: "a.mov", container: "mov", tracks: [track], isSeekable: true)
      info.tags = [MediaTag(key: "timecode", value: label)]
      let media = FakeMedia(info: info, steps: [])
      return try #require(try TimecodedRecording(media, interruption: Interruption()))
    }
    let first = try recording("23:59:50\(separator)00")
    let second = try recording("00:00:05\(separator)00")
    let relation = try #require(first.alignment(of: second).relation)
    #expect(abs(relation.offset.seconds - 15.015) < 0.000_001)
    let inverse = try #require(second.alignment(of: first).relation)
    #expect(abs(inverse.offset.seconds + 15.015) < 0.000_001)
  }

  @Test func codeThatRunsBackwardHasNoDrift() throws {
    var survey = LTCSurvey()
    for index: Int64 in 0..<50 {
      let sighting = try #require(
        TimecodeSighting(
          [10, 0, 1 - index / 25, 24 - index % 25], isDropFrame: false, quarters: 4,
          motion: .backward,
          instant: HostInstant(nanoseconds: 40_000_000 * (index + 1))))
      survey.add(sighting, at: .milliseconds(40 * index))
    }
    #expect(survey.start != nil && abs(survey.drift) < 0.001 && survey.breakCount == 0)
    #expect(survey.isReversed)
  }

  @Test func codeThatRunsBackwardIsNoClock() throws {
    var signal = CodeSignal()
    signal.append(frames: (1_000..<1_050).reversed(), isReversed: true)
    let found = try #require(try linear(signal).first)
    #expect(found.timeOfDay == nil && found.isReversed && found.breakCount == 0)
    let directory = try TemporaryDirectory()
    let media = LocatedMedia(path: try directory.write(signal.wav, to: "code.wav"))
    let recording = try #require(try TimecodedRecording(media, interruption: Interruption()))
    #expect(recording.timecode.isReversed)
    #expect(recording.alignment(of: recording).relation == nil)
  }

  @Test func forwardCodeAfterCodeThatRunsBackwardIsFound() throws {
    var signal = CodeSignal()
    signal.append(frames: (1_000..<1_050).reversed(), isReversed: true)
    signal.append(frames: 90_000..<90_100)
    let found = try #require(try linear(signal).first)
    #expect(!found.isReversed && found.breakCount == 0)
    let time = try #require(found.timeOfDay?.subtracting(found.position))
    #expect(abs(time.seconds - 3_598) < 0.001)
  }

  @Test func codeThatRunsBackwardDoesNotEndTheSearch() throws {
    var signal = CodeSignal()
    signal.append(frames: (1_000..<1_500).reversed(), isReversed: true)
    signal.append(frames: 90_000..<90_500)
    let directory = try TemporaryDirectory()
    let media = LocatedMedia(path: try directory.write(signal.wav, to: "code.wav"))
    let found = try FileTimecode.linear(
      in: media, stopsAtFirst: true, interruption: Interruption()
    ).first
    let time = try #require(found?.timeOfDay?.subtracting(found?.position ?? .zero))
    #expect(abs(time.seconds - 3_580) < 0.001)
  }

  @Test func recordingsAreAlignedByTimecode() throws {
    let directory = try TemporaryDirectory()
    func recording(_ name: String, _ frames: Range<Int64>, speed: Double) throws
      -> TimecodedRecording
    {
      var signal = CodeSignal()
      signal.appendSilence(frames: 10)
      signal.append(frames: frames, speed: speed)
      let media = LocatedMedia(path: try directory.write(signal.wav, to: name))
      return try #require(try TimecodedRecording(media, interruption: Interruption()))
    }
    // Before and after midnight; the second one's clock is slow.
    let first = try recording("a.wav", 2_159_000..<2_159_300, speed: 1)
    let second = try recording("b.wav", 100..<400, speed: 1.000_1)
    let relation = try #require(first.alignment(of: second).relation)
    #expect(abs(relation.offset.seconds - 44) < 0.001 && abs(relation.drift + 100) < 20)
    let inverse = try #require(second.alignment(of: first).relation)
    #expect(abs(inverse.offset.seconds + 44) < 0.01)
    let video = LocatedMedia(path: Repository.sample("bbb_small.mp4"))
    #expect(try TimecodedRecording(video, interruption: Interruption()) == nil)
  }

  @Test func aTimeReferenceIsATimeOfDay() {
    var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 48_000))
    track.sampleRate = 48_000
    var info = MediaInfo(name: "a.wav", container: "wav", tracks: [track], isSeekable: true)
    info.tags = [MediaTag(key: "time_reference", value: "1728024000")]
    #expect(FileTimecode.declared(in: info).map(\.timecode) == ["10:00:00.500"])
    // A day has not so many samples.
    for value in ["4147200000", "9223372036854775807"] {
      info.tags = [MediaTag(key: "time_reference", value: value)]
      #expect(FileTimecode.declared(in: info).isEmpty)
    }
  }
}
