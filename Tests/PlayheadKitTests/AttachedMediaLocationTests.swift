import PlayheadKit
import Testing

@testable import PlayheadAttaching

/// Which media is opened for the items of another player.
@Suite struct AttachedMediaLocationTests {
  private func item(_ identity: String, named name: String?) -> AttachedItem {
    var item = PlayerFacts.Item(identity: identity)
    item.location = name
    return AttachedItem(item)
  }

  @Test func theMediaOfTheUserIsThatOfTheFirstItemAlsoIfItsNameComesLater() throws {
    let choose = try #require(AttachedMedia.file("a.mp4").opener)
    let opened = [
      item("1", named: nil), item("1", named: "a"), item("2", named: nil), item("2", named: "b"),
      item("3", named: nil), item("3", named: "a"),
    ].map { choose($0) != nil }
    #expect(opened == [false, true, false, false, false, true])
  }
}
