import Dispatch
import Foundation
import PlayheadInterprocess
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttaching

/// Parsers of what the system and the environment say, and the list of players.
@Suite struct DiscoveryTests {
  private let header = "Num       RefCount Protocol Flags    Type St Inode Path\n"

  @Test func socketsThatAcceptConnectionsAreFound() {
    let table = UnixSocketTable(
      header + """
        ffff8880: 00000002 00000000 00010000 0001 01 100 /tmp/a socket
        ffff8880: 00000002 00000000 00010000 0001 01 101 @abstract
        ffff8880: 00000003 00000000 00000000 0001 03 102 /tmp/connected
        ffff8880: 00000002 00000000 00010000 0002 01 103 /tmp/datagrams
        ffff8880: 00000002 00000000 00010000 0001 01 104
        ffff8880: 00000002 00000000 00010000 0001 01 105 relative

        """)
    #expect(table.listening == [100: "/tmp/a socket", 101: "@abstract", 105: "relative"])
  }

  @Test func damagedTablesAreNoError() {
    for text in [
      "", "\n", header, header + "x", header + "a b c d e f g h",
      header + "a: 2 0 zz 0001 01 1 /x", header + "a: 2 0 00010000 0001 01 -1 /x",
      header + "a: 2 0 00010000 0001 01 99999999999999999999999 /x",
      header + String(repeating: " ", count: 10_000),
    ] { #expect(UnixSocketTable(text).listening.isEmpty) }
  }

  @Test func aPathThatImitatesALineIsNotBelieved() {
    let table = UnixSocketTable(
      header + """
        a: 00000002 00000000 00010000 0001 01 7 /tmp/mpv
        a: 00000002 00000000 00010000 0001 01 8 /tmp/evil
        a: 00000002 00000000 00010000 0001 01 7 /tmp/evil
        """)
    #expect(table.listening == [8: "/tmp/evil"])
  }

  @Test(
    arguments: [
      ("socket:[12]", 12), ("socket:[]", nil), ("socket:[-1]", nil), ("pipe:[12]", nil),
      ("socket:[12", nil), ("socket:[", nil), ("", nil),
    ] as [(String, UInt64?)])
  func inodesOfLinks(_ link: String, _ inode: UInt64?) {
    #expect(UnixSocketTable.inode(ofLink: link) == inode)
  }

  @Test func theListingAsksEachPlayerOnce() {
    var listing = MPRISListing()
    let names = ["org.mpris.MediaPlayer2.vlc", "org.mpris.MediaPlayer2.vlc", ":1.4", "x"]
    let calls = listing.receive(.values([.texts(names)], sender: ""), to: .names)
    #expect(calls.map(\.purpose) == [.player(names[0])] && !listing.isComplete)
    _ = listing.receive(
      .values([.dictionary(MPRISStage.song)], sender: ":1.4"), to: calls[0].purpose)
    #expect(listing.isComplete)
    var entry = AttachableEntry(name: "mpris:vlc")
    (entry.title, entry.playback, entry.position) = ("Song", .playing, .seconds(7))
    #expect(listing.entries == [entry])
  }

  @Test func aProgramWithSeveralNamesIsListedOnce() {
    var listing = MPRISListing()
    let names = ["org.mpris.MediaPlayer2.vlc.instance7", "org.mpris.MediaPlayer2.vlc"]
    for call in listing.receive(.values([.texts(names)], sender: ""), to: .names) {
      _ = listing.receive(
        .values([.dictionary(MPRISStage.song)], sender: ":1.4"), to: call.purpose)
    }
    #expect(listing.isComplete && listing.entries.map(\.name) == ["mpris:vlc"])
  }

  @Test func aPlayerThatDoesNotAnswerDoesNotDelayTheList() throws {
    let bus = try PrivateBus()
    let player = FakeBusPlayer(bus, "fake", MPRISStage.song)
    let silent = try BusConnection(address: bus.address)
    let object = try BusObject(
      on: silent, name: MPRISTarget.prefix + "silent", path: "/x", takes: { _ in true },
      reply: { _ in .values([]) }, didReply: {})
    let bell = Bell()
    while !object.ownsName {
      try silent.process()
      if !object.ownsName { try silent.wait(for: bell) }
    }
    // Nobody reads the messages of the silent player any more.
    let discovery = PlayerDiscovery(bus: bus.address)
    var entries: [AttachableEntry] = []
    // On a busy machine the other player may not answer in time either.
    while entries.isEmpty {
      entries = discovery.entries(within: .milliseconds(500)).filter {
        $0.name.hasPrefix("mpris:")
      }
    }
    #expect(entries.map(\.name) == ["mpris:fake"])
    #expect(entries.first?.title == "Song" && entries.first?.position == .seconds(7))
    player.close()
    withExtendedLifetime(object) {}
  }

  @Test func theSocketOfAPlayerIsFound() throws {
    let bus = try PrivateBus()
    let folder = try TemporaryDirectory()
    try bus.startPlayhead(
      "--pause", "--input-ipc-server=\(folder.path("socket"))",
      Repository.sample("gnome-dual-monitors.webm"))
    while !FileManager.default.fileExists(atPath: folder.path("socket")) {}
    // The socket has a name before it accepts connections.
    while !MPVSocketFinder.entries().contains(where: { $0.name == "mpv:\(folder.path("socket"))" })
    {}
  }
}
