// Brings the names of CoreMedia, Foundation and Dispatch.
import CoreMedia.CMSync
import Testing

@Suite struct SubmoduleTests {
  @Test func aSubmoduleBringsTheNamesOfTheModule() {
    #expect(CMTime.zero.isValid && CMTimeRange.zero.isEmpty)
    #expect(
      URL(fileURLWithPath: "/a").path == "/a" && DispatchTime.now() > .init(uptimeNanoseconds: 1))
  }
}
