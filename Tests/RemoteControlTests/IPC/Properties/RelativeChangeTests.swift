import PlaybackSession
import PlayheadTimekeeping
import Testing

@testable import PlayheadRemoteControl

/// Chapters and entries that are counted from the current one, and the errors of wrong values, as in mpv 0.35.
@Suite struct RelativeChangeTests {
  private func film() throws -> MPVStage { try .film() }

  /// The first chapter is 4 s long. What mpv 0.35 does in the same file.
  @Test(arguments: [
    ("add", 1.0, 1.0, Int64?(4_000)), ("cycle", 1, 1, 4_000), ("add", -1, 1, 0),
    ("add", 0, 6, 4_000), ("add", -1, 6, 0), ("add", -1, 9.5, 4_000), ("add", -2, 9.5, 0),
    ("cycle", -1, 9.5, 4_000), ("add", -9, 9.5, 0), ("add", 1, 6, nil), ("add", 7, 1, nil),
  ])
  func chaptersAreAddedAsInMPV(word: String, count: Double, from: Double, to: Int64?) throws {
    let stage = try film()
    _ = stage.command(#""seek",\#(from),"absolute""#)
    stage.session.advance(milliseconds: 0)
    let arguments =
      word == "add"
      ? #""add","chapter",\#(count)"# : #""cycle","chapter","\#(count > 0 ? "up" : "down")""#
    #expect(stage.command(arguments).contains("success"))
    stage.session.advance(milliseconds: 0)
    #expect(stage.session.snapshot.player?.currentTime() == to.map { .milliseconds($0) })
  }

  @Test func afterTheLastChapterTheNextEntryFollowsUnlessTheFileStaysOpen() throws {
    let stage = try film()
    try stage.session.perform(.load(["/media/other.mkv"], .append))
    _ = stage.command(#""seek",6,"absolute""#)
    _ = stage.command(#""set_property","keep-open",true"#)
    _ = stage.command(#""add","chapter",1"#)
    stage.session.advance(milliseconds: 0)
    #expect(stage.session.snapshot.currentIndex == 0)
    _ = stage.command(#""set_property","keep-open",false"#)
    _ = stage.command(#""add","chapter",1"#)
    #expect(stage.session.snapshot.currentIndex == 1)
  }

  /// Beyond its ends the list is not left. As in mpv, one of a single entry is.
  @Test(arguments: [
    ("add", 1.0, 1, Int?(2)), ("add", 7, 1, 2), ("add", -7, 1, 0), ("add", 1, 2, 2),
    ("cycle", 1, 2, 0), ("cycle", -1, 0, 2), ("multiply", 2, 1, 2), ("multiply", 9, 1, 2),
  ])
  func thePositionInTheListIsKeptWithin(word: String, by: Double, from: Int, to: Int?) throws {
    let stage = try MPVStage("a", "b", "c")
    try stage.session.perform(.play(index: from))
    let amount = word == "cycle" ? (by > 0 ? #""up""# : #""down""#) : "\(by)"
    #expect(stage.command(#""\#(word)","playlist-pos",\#(amount)"#).contains("success"))
    #expect(stage.session.snapshot.currentIndex == to)
    let single = try MPVStage("a")
    _ = single.command(#""add","playlist-pos",1"#)
    #expect(single.session.snapshot.currentIndex == nil)
  }

  /// The words of mpv 0.35.
  @Test(arguments: [
    ("chapter", "1.5", "error accessing property"), ("chapter", "1.0", "error accessing property"),
    ("playlist-pos", "0.0", "error accessing property"),
    ("chapter", "true", "error accessing property"),
    ("chapter", #""1.5""#, "unsupported format for accessing property"),
    ("chapter", #""x""#, "unsupported format for accessing property"),
    ("chapter", "-2", "unsupported format for accessing property"),
    ("percent-pos", "101", "unsupported format for accessing property"),
    ("percent-pos", #""101""#, "unsupported format for accessing property"),
    ("time-pos", #""x""#, "unsupported format for accessing property"),
    ("playlist-pos", "4000000000", "unsupported format for accessing property"),
  ])
  func wrongValuesHaveTheErrorsOfMPV(name: String, value: String, error: String) throws {
    let words = #""set_property","\#(name)",\#(value)"#
    #expect(try film().command(words) == #"{"request_id":0,"error":"\#(error)"}"#)
    // Without a file the value does not matter.
    guard name != "playlist-pos" else { return }
    #expect(
      try MPVStage().command(words) == #"{"request_id":0,"error":"property unavailable"}"#)
  }
}
