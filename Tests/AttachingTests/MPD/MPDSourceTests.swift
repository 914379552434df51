import Glibc
import PlayheadAttaching
import PlayheadTestEnvironment
import Testing

@Suite struct MPDSourceTests {
  @Test func anMPDIsReadAtTheFirstPlaceThatAnswers() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("s")
    let player = try FakePlayer(at: path)
    var address = try MPDAddress("pw@\(path)", environment: [:])
    address.sockets.insert(.local(Array(folder.path("other").utf8)), at: 0)
    let source = MPDSource(mpdAt: address, name: "mpd")
    let recorder = ReportRecorder()
    source.start { recorder.record($0) }
    try player.accept()
    player.send("OK MPD 0.23.5\n")
    let lines = try player.receive(lines: 5)
    #expect(lines == "password \"pw\"\nstatus\ncurrentsong\nconfig\n\(MPDScript.idle)\n")
    player.send("OK\n" + MPDScript.status())
    // The process at the other end of the socket is this one.
    #expect(
      recorder.wait(for: 4) == ["playing 1", "habits", "sound of mpd", "reading 10.0"])
    let sound = recorder.all.compactMap { if case .sound(let sound) = $0 { sound } else { nil } }
    #expect(sound.last?.process == getpid())
    player.send("ACK [4@0] {currentsong} no permission\n")
    #expect(recorder.waitForLoss().last == "failed: no permission")
  }
}
