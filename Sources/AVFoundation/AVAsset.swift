import Foundation
internal import PlayheadCore
internal import PlayheadFFmpeg
internal import PlayheadLocking
internal import PlayheadMedia
internal import PlayheadReading

/// Creates the assets of URLs: see `AVAsset.init(url:)`.
public protocol _AVAssetOfURL {}

extension _AVAssetOfURL where Self == AVAsset {
  /// Creates an `AVURLAsset`. Does not open the media.
  public init(url: URL) { self = AVURLAsset(url: url) }
}

/// Media, which can be opened any number of times. May be used on any thread.
// Sendable is unchecked: `opener` changes in initializers only, and the rest is behind a lock.
open class AVAsset: NSObject, _AVAssetOfURL, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  final var opener: any MediaOpener = LocatedMedia(path: "")
  let loading = Locked(AssetLoading())

  convenience init(opener: any MediaOpener) {
    self.init()
    self.opener = opener
  }

  /// The length of the media, declared or else measured by reading them, once. Opens them and blocks until
  /// then; `.indefinite` if that fails. Prefer `load(.duration)`.
  open var duration: CMTime {
    if let known = loading.withLock({ $0.duration }), known.isNumeric { return known }
    guard let measured = try? PreparedMedia(opening: opener).duration() else { return .indefinite }
    let duration = CMTime(measured.time)
    loading.withLock { $0.duration = duration }
    return duration
  }

  /// Whether the media can be opened and have a track that can be played. Opens them and blocks until then, as
  /// `tracks` and `metadata` do.
  open var isPlayable: Bool { openedInfo?.timelineTracks.isEmpty == false }
  /// Always false: protected media cannot be opened.
  open var hasProtectedContent: Bool { false }
  /// The tracks.
  open var tracks: [AVAssetTrack] { openedInfo?.assetTracks ?? [] }
  /// The descriptive tags.
  open var metadata: [AVMetadataItem] { openedInfo?.metadataItems ?? [] }
  /// The descriptive tags with a `commonKey`.
  open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  /// Returns the tracks of a type.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Opens the media and returns the tracks of a type.
  open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  /// Opens the media and calls the handler, on any thread, with the tracks of a type or an error.
  open func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    beginLoading { [self] error in
      completionHandler(error == nil ? tracks(withMediaType: mediaType) : nil, error)
    }
  }

  /// Opens the media and calls the handler, on any thread. All keys are loaded together.
  open func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (() -> Void)? = nil
  ) {
    beginLoading { _ in handler?() }
  }

  /// Returns whether the media have been opened by `loadValuesAsynchronously`, whatever the key.
  open func statusOfValue(
    forKey key: String, error outError: NSErrorPointer = nil
  ) -> AVKeyValueStatus {
    let (status, error) = loading.withLock { ($0.status, $0.error) }
    if let error { outError?.pointee = error as NSError }
    return status
  }

  /// Cancels what `loadValuesAsynchronously` has begun, and calls the handlers.
  open func cancelLoading() { loading.withLock { $0.task }?.cancel() }
}

/// Media at a URL: a file URL, or one of a protocol that FFmpeg supports.
// Sendable is unchecked: the URL is constant.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  private let location: URL
  /// The URL.
  open var url: URL { location }

  /// Creates an asset. Does not open it. `options` have no effect.
  public init(url: URL, options: [String: Any]? = nil) {
    location = url
    super.init()
    opener = LocatedMedia(path: url.isFileURL ? url.path : url.absoluteString)
  }
}

/// An option of `AVURLAsset`, without effect: durations are measured when they are read.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
  "AVURLAssetPreferPreciseDurationAndTimingKey"
