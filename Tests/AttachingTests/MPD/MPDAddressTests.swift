import PlayheadAttaching
import Testing

@Suite struct MPDAddressTests {
  private func address(_ text: String?, _ environment: [String: String] = [:]) throws -> MPDAddress
  {
    try MPDAddress(text, environment: environment)
  }

  @Test func theUsualPlacesAreThoseOfOtherClients() throws {
    let usual = try address(nil)
    #expect(
      usual.sockets == [.local(Array("/run/mpd/socket".utf8)), .host("localhost", port: 6_600)])
    #expect(usual.password == nil)
    let own = try address(nil, ["XDG_RUNTIME_DIR": "/run/user/1"])
    #expect(own.sockets == [.local(Array("/run/user/1/mpd/socket".utf8))] + usual.sockets)
    #expect(try address(nil, ["XDG_RUNTIME_DIR": "relative"]) == usual)
    #expect(try address(nil, ["MPD_PORT": "7000"]).sockets == [.host("localhost", port: 7_000)])
    #expect(try address(nil, ["MPD_HOST": "", "MPD_PORT": ""]) == usual)
  }

  /// What mpc 0.34 does with each MPD_HOST, seen by strace.
  @Test(
    arguments: [
      ("h", nil, .host("h", port: 6_600)), ("pw@h", "pw", .host("h", port: 6_600)),
      ("p@q@h", "p", .host("q@h", port: 6_600)), ("/a/b", nil, .local(Array("/a/b".utf8))),
      ("pw@/a/b", "pw", .local(Array("/a/b".utf8))), ("@x", nil, .local(Array("@x".utf8))),
      ("pw@@x", "pw", .local(Array("@x".utf8))), ("/a@b", "/a", .host("b", port: 6_600)),
      ("h:7", nil, .host("h", port: 7)), (":7", nil, .host("localhost", port: 7)),
      ("[::1]:7", nil, .host("::1", port: 7)), ("::1", nil, .host("::1", port: 6_600)),
    ] as [(String, String?, PlayerSocket)])
  func aHostIsRead(text: String, password: String?, place: PlayerSocket) throws {
    for address in [try address(text), try address(nil, ["MPD_HOST": text])] {
      #expect(address.password == password)
      #expect(address.sockets == [place])
    }
  }

  @Test func thePasswordOfTheEnvironmentIsForItsHost() throws {
    let environment = ["MPD_HOST": "pw@h", "MPD_PORT": "7"]
    #expect(try address("h", environment).password == "pw")
    #expect(try address("other", environment).password == nil)
    #expect(try address("x@h", environment).password == "x")
    #expect(try address("other", environment).sockets == [.host("other", port: 7)])
  }

  @Test(arguments: ["h:", "h:0", "h:65536", "h:x", "h:+7 ", "", "a\nb@h", "[::1]x"])
  func anAddressThatMakesNoSenseIsAnError(text: String) {
    #expect(throws: MPDAddress.Failure.self) { try address(text) }
  }

  @Test(arguments: ["x", "0", "70000", "-1"])
  func aPortThatMakesNoSenseIsAnError(port: String) {
    #expect(throws: MPDAddress.Failure.self) { try address(nil, ["MPD_PORT": port]) }
  }
}
