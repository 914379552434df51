@testable import AVFoundation
import PlayheadMedia
import PlayheadTesting
import Testing

@Suite struct AVAssetTests {
  private var described: AVAsset {
    var info = FakeMedia(frameCount: 25).info
    info.tags = [MediaTag(key: "TITLE", value: "Song"), MediaTag(key: "mood", value: "calm")]
    info.artworks = [Artwork(track: 1, mediaType: "image/png", bytes: [1, 2])]
    info.tracks[0].language = "eng"
    (info.tracks[0].width, info.tracks[0].height) = (320, 180)
    var sound = MediaTrack(index: 1, kind: .audio, timebase: .milliseconds)
    sound.durationTicks = 900
    info.tracks.append(sound)
    return AVAsset(opener: FakeMedia(info: info, steps: FakeMedia.frames(0..<25)))
  }

  private let broken = AVAsset(
    opener: FakeMedia(failingWith: MediaError(.open, of: "fake", reason: .notFound)))

  @Test func tracksAreThoseOfTheContainer() async throws {
    let (asset, tracks) = (described, described.tracks)
    #expect(tracks.map(\.mediaType) == [.video, .audio] && tracks.map(\.trackID) == [1, 2])
    #expect(tracks[0].naturalSize == CGSize(width: 320, height: 180))
    #expect(tracks[0].languageCode == "eng" && tracks[1].languageCode == nil)
    #expect(tracks[1].timeRange.end.seconds == 0.9 && tracks[1].naturalSize == .zero)
    let sound = try await asset.loadTracks(withMediaType: .audio)
    #expect(sound.count == 1 && asset.tracks(withMediaType: .audio).count == 1)
    let range = try await sound[0].load(.timeRange)
    #expect(range.duration.seconds == 0.9)
    let handled = await withCheckedContinuation { done in
      asset.loadTracks(withMediaType: .video) { tracks, error in
        done.resume(returning: tracks?.count == 1 && error == nil)
      }
    }
    #expect(handled)
  }

  @Test func tagsAndPicturesAreMetadata() async throws {
    let items = try await described.load(.metadata)
    #expect(items.map(\.stringValue) == ["Song", "calm", nil])
    #expect(items.map(\.commonKey) == [.commonKeyTitle, nil, .commonKeyArtwork])
    #expect(items[2].dataValue == Data([1, 2]) && items[2].value as? Data == Data([1, 2]))
    #expect(items[0].value as? String == "Song" && items[0].numberValue == nil)
    #expect(items.map { $0.key as? String } == ["TITLE", "mood", "artwork"])
    let songs = AVMetadataItem.metadataItems(
      from: items, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
    #expect(songs == [items[0]])
    #expect(
      described.commonMetadata.map(\.identifier) == [
        .commonIdentifierTitle, .commonIdentifierArtwork,
      ])
    let titles = AVMetadataItem.metadataItems(
      from: described.metadata, filteredByIdentifier: .commonIdentifierTitle)
    let title = try await titles.first?.load(.stringValue)
    #expect(title == "Song")
  }

  @Test func theStatusOfKeysFollowsLoading() async {
    let asset = described
    #expect(asset.statusOfValue(forKey: "tracks") == .unknown)
    await withCheckedContinuation { done in
      asset.loadValuesAsynchronously(forKeys: ["tracks"]) { done.resume() }
    }
    #expect(asset.statusOfValue(forKey: "tracks") == .loaded && asset.isPlayable)
    await withCheckedContinuation { done in
      broken.loadValuesAsynchronously(forKeys: ["tracks"]) { done.resume() }
    }
    var error: NSError?
    #expect(broken.statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error?.localizedDescription.contains("fake") == true)
    #expect(!broken.isPlayable && broken.tracks.isEmpty && broken.metadata.isEmpty)
  }

  @Test func eachHandlerIsCalledWhenKeysAreLoadedTwice() async {
    let asset = described
    for _ in 0..<2 {
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            await withCheckedContinuation { done in
              asset.loadValuesAsynchronously(forKeys: []) { done.resume() }
            }
          }
        }
      }
      #expect(asset.statusOfValue(forKey: "tracks") == .loaded)
    }
  }

  @Test func whatIsLoadedRemainsLoaded() async {
    let asset = described
    await withCheckedContinuation { done in
      asset.loadValuesAsynchronously(forKeys: []) { done.resume() }
    }
    var isCalled = false
    asset.loadValuesAsynchronously(forKeys: []) { isCalled = true }
    #expect(isCalled && asset.statusOfValue(forKey: "tracks") == .loaded)
    asset.cancelLoading()
    #expect(asset.statusOfValue(forKey: "tracks") == .loaded)
  }

  @Test func loadingAgainHasNoError() async {
    let asset = AVAsset(opener: BlockedMedia())
    for _ in 0..<2 {
      await withCheckedContinuation { done in
        asset.loadValuesAsynchronously(forKeys: []) { done.resume() }
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .loading && error == nil)
        asset.cancelLoading()
      }
    }
  }

  @Test func theDurationIsMeasuredOnce() async throws {
    let media = CountedMedia()
    let asset = AVAsset(opener: media)
    #expect(asset.duration.seconds == 1 && asset.duration.seconds == 1)
    #expect(media.openCount == 1)
    let duration = try await asset.load(.duration)
    #expect(duration.seconds == 1)
  }

  @Test func loadingIsCancelled() async {
    let asset = AVAsset(opener: BlockedMedia())
    await withCheckedContinuation { done in
      asset.loadValuesAsynchronously(forKeys: ["duration"]) { done.resume() }
      #expect(asset.statusOfValue(forKey: "duration") == .loading)
      asset.cancelLoading()
    }
    #expect(asset.statusOfValue(forKey: "duration") == .cancelled)
  }

  @Test func anAssetWithoutMediaFails() async {
    await #expect(throws: AVError.self) { try await AVAsset().load(.duration) }
    #expect(!AVAsset().isPlayable)
  }
}

/// Media that count how often they are opened. Sendable is unchecked: one thread at a time opens them.
private final class CountedMedia: MediaOpener, @unchecked Sendable {
  let name = "counted"
  var url: URL? { nil }
  private(set) var openCount = 0

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    openCount += 1
    return try FakeMedia(frameCount: 25).open(interruption: interruption)
  }
}

/// Media that block until they are interrupted.
private struct BlockedMedia: MediaOpener {
  let name = "blocked"
  var url: URL? { nil }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    let semaphore = DispatchSemaphore(value: 0)
    interruption.onInterrupt { semaphore.signal() }
    semaphore.wait()
    throw MediaError(.open, of: name, reason: .interrupted)
  }
}
