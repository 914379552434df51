import CoreMedia
import Foundation
internal import PlayheadCore
internal import PlayheadLocking
internal import PlayheadMedia
internal import PlayheadReading

/// Where functions store errors that they do not throw.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Whether the value of a key is loaded.
@nonexhaustive
public enum AVKeyValueStatus: Int, Sendable {
  /// Nobody has asked for it.
  case unknown
  /// It is being loaded.
  case loading
  /// It is loaded.
  case loaded
  /// It cannot be loaded.
  case failed
  /// Loading was cancelled.
  case cancelled
}

/// What an asset knows about its media.
struct AssetLoading {
  var info: MediaInfo?
  var duration: CMTime?
  var status = AVKeyValueStatus.unknown
  var error: (any Error)?
  var task: Task<Void, Never>?
  var handlers: [((any Error)?) -> Void] = []
}

extension AVAsset {
  /// The description of the media, which are opened once. Blocks until then.
  var openedInfo: MediaInfo? {
    if let info = loading.withLock({ $0.info }) { return info }
    let info = try? PreparedMedia(opening: opener).info
    return loading.withLock { loading in
      loading.info = loading.info ?? info
      return loading.info
    }
  }

  /// Opens the media once, without blocking, and returns the description and the declared or measured length.
  func open() async throws -> (info: MediaInfo, duration: CMTime) {
    let known = loading.withLock { ($0.info, $0.duration) }
    if case (let info?, let duration?) = known { return (info, duration) }
    let player = Player(media: opener)
    defer { player.close() }
    let info: MediaInfo
    do { info = try await player.load() } catch { throw AVError(error) }
    let duration = player.duration.map { CMTime($0.time) } ?? .indefinite
    return loading.withLock { loading in
      loading.info = info
      let measured = loading.duration.flatMap { $0.isNumeric ? $0 : nil }
      loading.duration = measured ?? duration
      return (info, measured ?? duration)
    }
  }

  /// Opens the media and calls a handler on any thread; at once if they are loaded.
  func beginLoading(_ handler: @escaping ((any Error)?) -> Void) {
    let isLoaded = loading.withLock { loading in
      if loading.status == .loaded { return true }
      loading.handlers.append(handler)
      if loading.status == .loading { return false }
      (loading.status, loading.error) = (.loading, nil)
      loading.task = Task {
        do {
          _ = try await open()
          finishLoading(.loaded, nil)
        } catch {
          let isCancelled = (error as? AVError)?.underlying?.reason == .cancelled
          finishLoading(isCancelled ? .cancelled : .failed, error)
        }
      }
      return false
    }
    if isLoaded { handler(nil) }
  }

  private func finishLoading(_ status: AVKeyValueStatus, _ error: (any Error)?) {
    let handlers = loading.withLock { loading in
      (loading.status, loading.error) = (status, error)
      defer { loading.handlers = [] }
      return loading.handlers
    }
    for handler in handlers { handler(error) }
  }
}

/// A property that is loaded when it is asked for.
public struct AVAsyncProperty<Root, Value>: Sendable {
  let load: @Sendable (Root) async throws -> Value
}

/// An object with properties that are loaded.
public protocol AVAsynchronousKeyValueLoading {}

extension AVAsynchronousKeyValueLoading {
  /// Opens the media and returns a property. Blocks no thread.
  ///
  /// - Throws: An `AVError`, whose description is one line.
  public func load<One>(_ one: AVAsyncProperty<Self, One>) async throws -> One {
    try await one.load(self)
  }
  /// Opens the media and returns several properties.
  public func load<One, each More>(
    _ one: AVAsyncProperty<Self, One>, _ more: repeat AVAsyncProperty<Self, each More>
  ) async throws -> (One, repeat each More) {
    (try await one.load(self), repeat try await (each more).load(self))
  }
}

extension AVAsyncProperty where Root: AVAsset, Value == CMTime {
  /// The length that the media declare, or that was measured for `AVAsset.duration`; else `.indefinite`.
  public static var duration: Self { Self { try await $0.open().duration } }
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
  /// Whether the media can be opened and have a track that can be played.
  public static var isPlayable: Self { Self { (try? await $0.open()) != nil } }
  /// Always false: protected media cannot be opened.
  public static var hasProtectedContent: Self { Self { $0.hasProtectedContent } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVAssetTrack] {
  /// The tracks.
  public static var tracks: Self { Self { try await $0.open().info.assetTracks } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVMetadataItem] {
  /// The descriptive tags.
  public static var metadata: Self { Self { try await $0.open().info.metadataItems } }
  /// The descriptive tags with a `commonKey`.
  public static var commonMetadata: Self {
    Self { try await $0.open().info.metadataItems.filter { $0.commonKey != nil } }
  }
}
