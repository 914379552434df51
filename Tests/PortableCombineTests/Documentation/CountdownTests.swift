import Foundation
import PlayheadTesting
import PortableCombine
import PlayheadTestEnvironment
import Testing

/// The publisher of the guide "Writing a custom publisher".
@Suite struct CountdownTests {
  private static let row = ContractRow("Countdown", upstreams: 0) { _ in
    Countdown(start: 7).setFailureType(to: ContractRow.Failure.self).eraseToAnyPublisher()
  }

  @Test(arguments: ContractCheck.all)
  func keepsTheContract(_ check: ContractCheck) {
    #expect(check.violations(Self.row) == [])
  }

  @Test func countsDown() {
    let recorder = RecordingSubscriber<Int, Never>()
    Countdown(start: 2).subscribe(recorder)
    #expect(recorder.values == [2, 1, 0])
    #expect(recorder.isFinished)
  }

  @Test func isWhatTheGuideShows() throws {
    let guide = try Repository.text(
      of: "Sources/PortableCombine/PortableCombine.docc/WritingAPublisher.md")
    let source = try Repository.text(of: "Tests/PortableCombineTests/Documentation/Countdown.swift")
    let code = try #require(source.range(of: "struct Countdown").map { source[$0.lowerBound...] })
    #expect(guide.contains("```swift\n\(code)```"))
  }
}
