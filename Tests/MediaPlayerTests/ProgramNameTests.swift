import Testing

@testable import PlayheadRemoteControl

@Suite struct ProgramNameTests {
  @Test(arguments: [
    ("Player", "Player"), ("my app.x", "my_app_x"), ("7up", "_7up"), ("", "_"), ("a-ä", "a-__"),
  ])
  func aNameOnTheBusIsMadeOfThatOfTheProcess(process: String, name: String) {
    #expect(MPRISName(process: process).player == name)
  }

  @Test func aLongNameIsCut() {
    #expect(MPRISName(process: String(repeating: "1", count: 500)).player.utf8.count == 128)
  }
}
