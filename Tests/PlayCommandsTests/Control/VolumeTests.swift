import PlaybackSession
import Testing

@testable import PlayheadPlayCommands

@Suite struct VolumeTests {
  @Test(arguments: [("0", 0), ("50", 50), ("50%", 50), ("100", 100), ("200", 200)])
  func percentagesAreParsed(text: String, percent: Int) {
    #expect(Volume(text)?.percent == Double(percent))
  }

  @Test(arguments: ["", "%", "-1", "+5", "201", "1.5", "loud", "99999999999999999999"])
  func otherTextsAreRefused(text: String) {
    #expect(Volume(text) == nil)
  }

  @Test func percentsAreCubic() throws {
    #expect(Volume.full.gain == 1)
    #expect(try #require(Volume("50")).gain == 0.125)
    #expect(try #require(Volume("0")).gain == 0)
    #expect(try #require(Volume("200")).gain == 8)
  }

  @Test func changesStopAtTheLimits() {
    #expect(Volume.full.changed(by: -2).percent == 98)
    #expect(Volume.full.changed(by: .min).percent == 0)
    #expect(Volume.full.changed(by: .max).percent == 200)
  }
}
