import PlayheadInterprocess
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadRemoteControl

@Suite struct MPRISTrackListTests {
  private func path(_ id: Int) -> String { "/playhead/track/\(id)/1" }

  @Test func oneFileIsNoList() throws {
    let stage = MPRISStage(["a"])
    #expect(stage.get("HasTrackList", of: .application) == .boolean(false))
    let signals = try stage.perform(.load(["b"], .append))
    #expect(signals.changed["HasTrackList"] == .boolean(true))
    #expect(signals.names.contains("TrackListReplaced"))
    #expect(stage.get("Tracks", of: .trackList) == .paths([path(1), path(2)]))
  }

  @Test func addedAndRemovedTracksAreSignalledWithTheirPlace() throws {
    let stage = MPRISStage(["a", "b"])
    let added = try stage.perform(.load(["/c.mp4"], .append))
    #expect(
      added.first { $0.member == "TrackAdded" }?.arguments == [
        .dictionary([
          "mpris:trackid": .path(path(3)), "xesam:url": .text("file:///c.mp4"),
          "xesam:title": .text("c.mp4"),
        ]), .path(path(2)),
      ])
    #expect(
      added.last?.arguments
        == [.text(BusInterface.trackList.name), .dictionary([:]), .texts(["Tracks"])])
    let removed = try stage.perform(.remove(index: 1))
    #expect(
      removed.first { $0.member == "TrackRemoved" }
        == BusSignal(BusInterface.trackList.name, "TrackRemoved", .path(path(2))))
  }

  @Test func aLongListThatChangesIsReplaced() throws {
    let stage = MPRISStage(["a", "b"])
    let signals = try stage.perform(.load((0..<100).map { "\($0)" }, .append))
    #expect(signals.names.filter { $0.hasPrefix("Track") } == ["TrackListReplaced"])
  }

  @Test func aTrackThatIsPlayedAgainHasAnotherIdentifier() throws {
    let stage = MPRISStage(["a", "b"])
    let signals = try stage.perform(.play(index: 0))
    let change = signals.first { $0.member == "TrackMetadataChanged" }
    #expect(change?.arguments.first == .path(path(1)))
    #expect(
      stage.get("Tracks", of: .trackList) == .paths(["/playhead/track/1/2", path(2)]))
  }

  @Test func metadataOfListedTracksIsReturnedOnce() {
    let stage = MPRISStage(["/a", "/b"])
    let reply = stage.call(
      .trackList, "GetTracksMetadata", .paths([path(2), "/unknown", path(2), path(2)]))
    let metadata = BusValue.dictionary([
      "mpris:trackid": .path(path(2)), "xesam:url": .text("file:///b"), "xesam:title": .text("b"),
    ])
    #expect(reply == .values([.array(of: "a{sv}", [metadata])]))
  }

  @Test func tracksAreAddedRemovedAndPlayed() {
    let stage = MPRISStage(["a", "b"])
    stage.call(
      .trackList, "AddTrack", .text("file:///c"), .path(path(1)), .boolean(false))
    #expect(stage.session.snapshot.entries.map(\.location) == ["a", "/c", "b"])
    stage.call(
      .trackList, "AddTrack", .text("file:///d"), .path(TrackPaths.none), .boolean(true))
    #expect(stage.session.snapshot.entries.map(\.location) == ["/d", "a", "/c", "b"])
    #expect(stage.session.snapshot.currentIndex == 0)
    stage.call(.trackList, "RemoveTrack", .path(path(2)))
    #expect(stage.session.snapshot.entries.map(\.location) == ["/d", "a", "/c"])
    stage.call(.trackList, "GoTo", .path(path(3)))
    #expect(stage.session.snapshot.currentIndex == 2)
    stage.call(.trackList, "GoTo", .path("/unknown"))
    stage.call(.trackList, "RemoveTrack", .path("/unknown"))
    #expect(stage.session.snapshot.entries.count == 3)
  }
}
