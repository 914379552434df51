import PlayheadKit
import Testing

@testable import PlayheadAnalysisCommands
@testable import PlayheadFormatting
@testable import PlayheadListFiles

@Suite struct AnalyzeWindowTests {
  private func file(_ number: Int) -> ListedFile { ListedFile(argument: "\(number)") }

  private func result(_ text: String) -> AnalyzedFile {
    AnalyzedFile(outcome: .reported(findings: [:]), text: text)
  }

  private func texts(_ window: inout AnalyzeWindow) -> [String] {
    var texts: [String] = []
    while let file = window.removeFinished() { texts.append(file.text) }
    return texts
  }

  @Test(arguments: [true, false])
  func resultsAreTakenInTheOrderOfTheFilesOrOfCompletion(keepsOrder: Bool) {
    var window = AnalyzeWindow(keepsOrder: keepsOrder)
    for number in 0..<3 { window.admit(file(number)) }
    let begun = (0..<3).compactMap { _ in window.begin(Interruption())?.index }
    #expect(begun == [0, 1, 2] && window.begin(Interruption()) == nil)
    window.finish(2, result("2"))
    window.finish(1, result("1"))
    #expect(texts(&window) == (keepsOrder ? [] : ["2", "1"]))
    window.finish(0, result("0"))
    #expect(texts(&window) == (keepsOrder ? ["0", "1", "2"] : ["0"]))
    #expect(window.isEmpty)
  }

  @Test func theNumberOfFilesAndTheLengthOfTheirRecordsAreLimited() {
    var window = AnalyzeWindow(keepsOrder: true)
    while window.hasRoom { window.admit(file(0)) }
    #expect(window.admittedCount == AnalyzeWindow.greatestCount)
    for _ in 0..<2 { _ = window.begin(Interruption()) }
    window.finish(1, result(String(repeating: "x", count: AnalyzeWindow.greatestTextLength)))
    window.finish(0, result("0"))
    #expect(window.removeFinished()?.text == "0" && !window.hasRoom)
    #expect(window.removeFinished() != nil && window.hasRoom)
  }

  @Test func stoppingDropsTheFilesThatAreNotBeingRead() {
    var window = AnalyzeWindow(keepsOrder: true)
    for number in 0..<5 { window.admit(file(number)) }
    for _ in 0..<2 { _ = window.begin(Interruption()) }
    #expect(window.stop(.interrupted) == 3 && window.stop(.terminated) == 0)
    #expect(window.stopReason == .interrupted && !window.hasRoom && window.runningCount == 2)
    window.finish(0, result("0"))
    window.finish(1, result("1"))
    #expect(texts(&window) == ["0", "1"] && window.isEmpty)
  }
}
