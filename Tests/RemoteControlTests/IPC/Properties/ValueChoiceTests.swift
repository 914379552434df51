import PlayheadInterprocess
import Testing

@testable import PlayheadRemoteControl

/// Properties whose values are words and numbers, as mpv 0.35 counts them.
@Suite struct ValueChoiceTests {
  private func text(_ value: MPVNode) -> String { value.text ?? "-" }

  @Test(arguments: [
    (MPVNode.bool(true), "inf"), (.bool(false), "no"), (.string("yes"), "inf"),
    (.string("inf"), "inf"), (.string("3"), "3"), (.int(10_000), "10000"), (.int(0), "no"),
  ])
  func aValueIsReadAsTheFirstWordOfItsNumber(_ given: MPVNode, _ read: String) throws {
    #expect(text(try ValueChoice.loopFile.value(of: given)) == read)
  }

  @Test func aNumberBeyondTheRangeAndAnotherTypeAreErrors() {
    for value in [MPVNode.int(10_001), .int(-1), .string("x"), .string("1.5"), .string("")] {
      #expect(throws: MPVError.propertyFormat) { try ValueChoice.loopFile.value(of: value) }
    }
    #expect(throws: MPVError.propertyError) { try ValueChoice.loopFile.value(of: .double(1)) }
    // Without a range, only words are values.
    #expect(throws: MPVError.propertyFormat) { try ValueChoice.keepOpen.value(of: .int(1)) }
  }

  @Test func amountsLeadToTheNextWordOrNumberAndAroundTheEnds() {
    func sum(_ choice: ValueChoice, _ value: MPVNode, _ amount: Double, _ wraps: Bool) -> String {
      text(choice.adding(amount, to: value, wraps: wraps))
    }
    let keep = ValueChoice.keepOpen
    #expect(
      sum(keep, .bool(false), 1, false) == "yes" && sum(keep, .bool(true), 1, false) == "always")
    #expect(sum(keep, .string("always"), 1, true) == "no")
    #expect(sum(keep, .string("always"), 1, false) == "always")
    #expect(sum(keep, .bool(false), -1, true) == "always")
    let loop = ValueChoice.loopFile
    #expect(sum(loop, .int(3), 4, false) == "7" && sum(loop, .int(3), -2, false) == "1")
    #expect(
      sum(loop, .int(10_000), 1, true) == "inf" && sum(loop, .bool(false), -1, false) == "inf")
    // Less than a half changes nothing, and no amount traps.
    #expect(sum(loop, .int(3), 0.4, true) == "3" && sum(loop, .int(3), .nan, true) == "3")
    #expect(sum(loop, .int(3), 1e300, false) == "10000")
  }
}
