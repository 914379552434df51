import Foundation
internal import PlayheadKit

/// Media, which can be opened any number of times. May be used on any thread.
// Sendable is unchecked: its one property is constant, and subclasses must keep that rule.
open class AVAsset: NSObject, @unchecked Sendable {
  let opener: any MediaOpener

  init(opener: any MediaOpener) { self.opener = opener }

  /// Creates an asset of the media at a URL. Does not open it.
  public convenience init(url: URL) { self.init(opener: LocatedMedia(url)) }

  /// The length of the media, declared or else measured by reading them. Opens them and blocks until
  /// then; `.indefinite` if that fails. Prefer `load(.duration)`.
  open var duration: CMTime {
    guard let duration = try? PreparedMedia(opening: opener).duration() else { return .indefinite }
    return CMTime(duration.time)
  }

  /// Opens the media and returns a property. Blocks no thread.
  ///
  /// - Throws: A `MediaError`, whose description is one line.
  public func load<Value>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    try await property.load(self)
  }

  /// Opens the media and returns two properties.
  public func load<One, Two>(
    _ one: AVAsyncProperty<AVAsset, One>, _ two: AVAsyncProperty<AVAsset, Two>
  ) async throws -> (One, Two) { (try await one.load(self), try await two.load(self)) }
}

/// Media at a URL: a file URL, or one of a protocol that FFmpeg supports.
// Sendable is unchecked: the URL is constant.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The URL.
  public let url: URL

  /// Creates an asset. Does not open it. `options` have no effect.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    super.init(opener: LocatedMedia(url))
  }
}

/// An option of `AVURLAsset`, without effect: durations are measured when they are read.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
  "AVURLAssetPreferPreciseDurationAndTimingKey"

/// A property that is loaded when it is asked for.
public struct AVAsyncProperty<Root, Value>: Sendable {
  let load: @Sendable (Root) async throws -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// The length that the media declare; `.indefinite` if they declare none.
  public static var duration: Self {
    Self { asset in
      let player = Player(media: asset.opener)
      defer { player.close() }
      try await player.load()
      return player.duration.map { CMTime($0.time) } ?? .indefinite
    }
  }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
  /// Whether the media can be opened and have a track that can be played.
  public static var isPlayable: Self {
    Self { asset in (try? await AVAsyncProperty<AVAsset, CMTime>.duration.load(asset)) != nil }
  }
}

extension LocatedMedia {
  fileprivate init(_ url: URL) { self.init(path: url.isFileURL ? url.path : url.absoluteString) }
}
