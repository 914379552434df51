import CoreMedia
import Foundation
internal import PlayheadMedia
internal import PlayheadTimekeeping

/// The type of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Sound.
  public static let audio = Self(rawValue: "soun")
  /// Pictures.
  public static let video = Self(rawValue: "vide")
  /// Subtitles.
  public static let subtitle = Self(rawValue: "sbtl")
  /// Other data.
  public static let metadata = Self(rawValue: "meta")
}

/// The number of a track, from 1 on.
public typealias CMPersistentTrackID = Int32

/// A track, as the container describes it.
// Sendable is unchecked: its one property is constant.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  private let track: MediaTrack

  init(_ track: MediaTrack) { self.track = track }

  /// The number of the track.
  open var trackID: CMPersistentTrackID { Int32(clamping: track.index) + 1 }
  /// The type.
  open var mediaType: AVMediaType {
    switch track.kind {
    case .audio: .audio
    case .video: .video
    case .subtitle: .subtitle
    default: .metadata
    }
  }
  /// The width and height; zero without pictures.
  open var naturalSize: CGSize { CGSize(width: track.width ?? 0, height: track.height ?? 0) }
  /// The number of frames in a second; 0 if it is not known.
  open var nominalFrameRate: Float {
    track.frameRate.map { Float($0.numerator) / Float($0.denominator) } ?? 0
  }
  /// The timescale.
  open var naturalTimeScale: CMTimeScale { track.timebase.denominator }
  /// The range of the track in the container; invalid if it is not declared.
  open var timeRange: CMTimeRange {
    guard let length = track.durationTicks else { return .invalid }
    return CMTimeRange(
      start: CMTime(track.time(ofTicks: track.startTicks ?? 0)),
      duration: CMTime(track.time(ofTicks: length)))
  }
  /// The language; nil if it is not declared.
  open var languageCode: String? { track.language }
  /// The language; nil if it is not declared.
  open var extendedLanguageTag: String? { track.language }
  /// Whether the container plays the track unless another is chosen.
  open var isEnabled: Bool { track.isDefault }
  /// Always 0: not known.
  open var estimatedDataRate: Float { 0 }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CGSize {
  /// The width and height.
  public static var naturalSize: Self { Self { $0.naturalSize } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == Float {
  /// The number of frames in a second.
  public static var nominalFrameRate: Self { Self { $0.nominalFrameRate } }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == CMTimeRange {
  /// The range of the track in the container.
  public static var timeRange: Self { Self { $0.timeRange } }
}

/// A track of an item.
// Sendable is unchecked: what changes is behind a lock.
public final class AVPlayerItemTrack: NSObject, @unchecked Sendable {
  /// The track of the asset.
  public let assetTrack: AVAssetTrack?
  init(_ track: AVAssetTrack) { assetTrack = track }
  /// Has no effect: the container chooses the tracks.
  @_Inert public var isEnabled = true
}

extension MediaInfo {
  var assetTracks: [AVAssetTrack] { tracks.map { AVAssetTrack($0) } }
}
