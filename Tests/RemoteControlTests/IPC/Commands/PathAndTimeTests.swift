import Glibc
import Testing

@testable import PlayheadRemoteControl

@Suite struct PathAndTimeTests {
  /// As a shell does, but not for other users.
  @Test func aLeadingTildeIsTheHomeDirectory() throws {
    let home = String(cString: try #require(getenv("HOME")))
    #expect(HomePath.expand("~") == home && HomePath.expand("~/a b/~") == home + "/a b/~")
    for path in ["~root/a", "a/~/b", "/~", "", "~~"] { #expect(HomePath.expand(path) == path) }
    #expect(
      try MPVStage("a").command(#""expand-path","~/x""#)
        == #"{"data":"\#(home)/x","request_id":0,"error":"success"}"#)
  }

  @Test(arguments: [
    (0, "00:00:00"), (59.999, "00:00:59"), (60, "00:01:00"), (3_599, "00:59:59"),
    (3_661, "01:01:01"), (360_000, "100:00:00"), (-0.5, "00:00:00"), (-1, "-00:00:01"),
    (-3_661.5, "-01:01:01"), (.nan, "00:00:00"), (.infinity, "00:00:00"), (1e300, "00:00:00"),
  ])
  func timesArePrintedInWholeSeconds(_ seconds: Double, _ text: String) {
    #expect(TimeText.format(seconds) == text)
  }
}
