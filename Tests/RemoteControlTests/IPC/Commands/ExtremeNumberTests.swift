import PlaybackSession
import PlayheadMedia
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

@testable import PlayheadRemoteControl

/// Each number that clients send has one reply, and the session still plays afterwards.
@Suite struct ExtremeNumberTests {
  private static let numbers: [String] = {
    let powers = [31, 32, 53, 62, 63].map { UInt64(1) << $0 }
    let whole = [0, 1, 2, 100, 101, .max] + powers.flatMap { [$0 - 1, $0, $0 + 1] }
    return whole.map(String.init) + [
      "18446744073709551616", "0.00000000000000001", "1e-17", "1e-320", "1e308", "1e309", "0.5",
      "0x7fffffffffffffff", "9223372036.854775807", "4611686018.427387904", "1000000000",
    ]
  }()

  /// As numbers and as texts.
  private static let values: [String] =
    numbers.flatMap { [$0, "-" + $0] } + (numbers + ["nan", "inf"]).flatMap(texts)

  private static func texts(_ number: String) -> [String] {
    let signed = ["", "-", "+"].map { "\"\($0)\(number)\"" }
    return signed + ["\"\(number)%\"", "\"1:\(number)\"", "\"\(number):59\"", "\"\(number)/3\""]
  }

  private func stage() throws -> MPVStage {
    var info = FakeMedia(frameCount: 250).info
    info.chapters = [(0, "One"), (4, "Two")].map { start, title in
      Chapter(start: .seconds(start), end: .seconds(start + 4), title: title)
    }
    let media = info
    let session = FakeSession(["a", "b"]) { _ in
      FakeMedia(info: media, steps: FakeMedia.frames(0..<250))
    }
    session.start()
    return MPVStage(session)
  }

  /// As in mpv.
  @Test(arguments: ["1e12", "1e300", "\"99999999999\""])
  func aSeekBeyondAllFilesSucceeds(time: String) throws {
    let greatest = MediaTime.seconds(1_000_000_000)
    for (words, target) in [
      ("\"seek\",\(time),\"absolute\"", SeekTarget.position(greatest)),
      ("\"seek\",\(time)", .offset(greatest)),
      ("\"set_property\",\"time-pos\",\(time)", .position(greatest)),
    ] {
      let stage = try stage()
      #expect(stage.command(words).contains("success"))
      #expect(stage.session.requests.last == .seek(target, .exact))
    }
  }

  private func send(_ words: String, to stage: MPVStage) {
    let replies = stage.answer("{\"command\":[\(words)],\"request_id\":77}")
    #expect(replies.count { $0.contains("\"request_id\":") } == 1, "\(words)")
  }

  private func expectPlaying(_ stage: MPVStage) throws {
    try stage.session.perform(.play(index: 0))
    stage.session.advance(milliseconds: 0)
    for command in [
      #""set_property","pause",false"#, #""set_property","speed",1"#,
      #""set_property","ab-loop-a","no""#, #""set_property","ab-loop-b","no""#,
      #""seek",1,"absolute""#,
    ] {
      _ = stage.command(command)
    }
    stage.session.advance(milliseconds: 1_000)
    _ = stage.lines()
    #expect(stage.command(#""get_property","time-pos""#).contains(#""data":2.000000"#))
  }

  @Test func everyPropertyTakesOrRefusesEveryNumber() throws {
    let stage = try stage()
    for property in PropertyTable.all where property.setting != nil {
      for value in TestEffort.some(Self.values) {
        send("\"set_property\",\"\(property.name)\",\(value)", to: stage)
        for command in ["add", "multiply", "cycle"] {
          send("\"\(command)\",\"\(property.name)\",\(value)", to: stage)
        }
        for name in [property.name, "time-pos", "percent-pos", "estimated-frame-number"] {
          send("\"get_property_string\",\"\(name)\"", to: stage)
        }
      }
      stage.session.advance(milliseconds: 40)
      _ = stage.lines()
    }
    try expectPlaying(stage)
  }

  @Test func everyCommandTakesOrRefusesEveryNumber() throws {
    let stage = try stage()
    let words = [
      "\"seek\",%", "\"seek\",%,\"absolute\"", "\"seek\",%,\"relative-percent\"",
      "\"seek\",%,\"absolute-percent+keyframes\"", "\"playlist-play-index\",%",
      "\"playlist-remove\",%", "\"playlist-move\",%,0", "\"playlist-move\",0,%",
      "\"observe_property\",%,\"time-pos\"", "\"unobserve_property\",%",
      "\"ab-loop\"", "\"frame-step\"", "\"frame-back-step\"", "\"revert-seek\"",
      "\"cycle-values\",\"time-pos\",%,\"1\"", "\"cycle-values\",\"ab-loop-b\",\"0\",%",
      "\"get_property\",\"playlist/1\"",
    ]
    for (index, value) in Self.values.enumerated() {
      for word in words { send(word.replacing("%", with: value), to: stage) }
      // A pair of numbers.
      let other = Self.values[(index * 7 + 3) % Self.values.count]
      send("\"set_property\",\"ab-loop-a\",\(value)", to: stage)
      send("\"set_property\",\"ab-loop-b\",\(other)", to: stage)
      stage.session.advance(milliseconds: 40)
      _ = stage.command(#""playlist-clear""#)
      _ = stage.command(#""loadfile","b","append""#)
      _ = stage.lines()
    }
    _ = stage.command(#""loadfile","a","replace""#)
    try expectPlaying(stage)
  }

  @Test func everyCallOfMPRISTakesOrRefusesEveryNumber() throws {
    let stage = MPRISStage(["a", "b"])
    let powers = [31, 32, 53, 62].map { Int64(1) << $0 }
    let whole = powers.flatMap { [$0 - 1, $0, $0 + 1, -$0] }
    let track = try #require(stage.currentTrack)
    for number: Int64 in whole + [0, 1, -1, .max, .min, .max - 1, .min + 1] {
      stage.call(.player, "SetPosition", .path(track), .int64(number))
      _ = stage.advance(milliseconds: 40)
      stage.call(.player, "Seek", .int64(number))
      _ = stage.advance(milliseconds: 40)
      #expect(stage.get("Position") != nil)
      try stage.session.perform(.play(index: 0))
      _ = stage.advance(milliseconds: 40)
    }
    for number in [
      0, -0.0, 1e-17, 1e308, -1e308, .leastNonzeroMagnitude, .nan, .infinity, -.infinity, 16, 17,
      0.1,
    ] {
      stage.set("Rate", .double(number))
      stage.set("Volume", .double(number))
      _ = stage.advance(milliseconds: 40)
      #expect((0...2).contains(stage.session.snapshot.settings.volume / 100))
      #expect(stage.session.snapshot.settings.rate > .paused)
    }
  }
}
