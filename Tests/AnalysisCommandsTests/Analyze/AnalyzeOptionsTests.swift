import PlayheadKit
import Testing

@testable import PlayheadAnalysisCommands

@Suite struct AnalyzeOptionsTests {
  @Test func onlyAListIsAnalyzedWithoutChangingTheCache() throws {
    var list = AnalyzeOptions()
    list.list = "list"
    try list.setOperands([])
    #expect(list.access.media("a.ts").leavesCacheUnchanged)
    for files in [["a.ts"], ["a.ts", "b.ts"]] {
      var options = AnalyzeOptions()
      try options.setOperands(files)
      #expect(!options.access.media("a.ts").leavesCacheUnchanged)
    }
  }
}
