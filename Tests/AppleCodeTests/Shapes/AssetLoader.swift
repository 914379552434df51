import AVFoundation

/// Loads keys of assets with handlers, as code from before `async` does.
final class AssetLoader {
  enum Outcome { case ready(AVPlayerItem), failed(Error?), cancelled }
  private static let keys = ["playable", "tracks", "duration"]
  private var pending: AVAsset?

  func load(_ url: URL, completion: @escaping (Outcome) -> Void) {
    let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    pending?.cancelLoading()
    pending = asset
    asset.loadValuesAsynchronously(forKeys: Self.keys) { [keys = Self.keys] in
      for key in keys {
        var error: NSError?
        switch asset.statusOfValue(forKey: key, error: &error) {
        case .loaded: continue
        case .failed: return completion(.failed(error))
        case .cancelled: return completion(.cancelled)
        case .unknown, .loading: return completion(.failed(nil))
        @unknown default: return completion(.failed(nil))
        }
      }
      guard asset.isPlayable, !asset.hasProtectedContent, !asset.tracks.isEmpty else {
        return completion(.failed(nil))
      }
      completion(.ready(AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: Self.keys)))
    }
  }
}

struct MediaSummary {
  var title: String?
  var artist: String?
  var size = CGSize.zero
  var frameRate: Float = 0
  var languages: [String] = []
  var seconds = 0.0

  init(of asset: AVAsset) async throws {
    let (duration, tracks, isPlayable) = try await asset.load(.duration, .tracks, .isPlayable)
    guard isPlayable, try await !asset.load(.hasProtectedContent) else { return }
    seconds = duration.seconds
    languages = tracks.compactMap { $0.languageCode }
    if let video = try await asset.loadTracks(withMediaType: .video).first {
      (size, frameRate) = try await video.load(.naturalSize, .nominalFrameRate)
    }
    for item in try await asset.load(.commonMetadata) {
      switch item.commonKey {
      case .commonKeyTitle?: title = item.stringValue
      case AVMetadataKey.commonKeyArtist: artist = try await item.load(.stringValue)
      default: break
      }
    }
    let all = try await asset.load(.metadata)
    title =
      title
      ?? AVMetadataItem.metadataItems(from: all, filteredByIdentifier: .commonIdentifierTitle)
      .first?
      .stringValue
  }
}

/// Reads tags by their values, as code from before `load` does.
func artwork(of asset: AVAsset) -> (title: String?, picture: Data?) {
  let titles = AVMetadataItem.metadataItems(
    from: asset.commonMetadata, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
  var picture: Data?
  for item in asset.metadata where item.commonKey?.rawValue == "artwork" {
    picture = item.value as? Data ?? item.dataValue
  }
  return (titles.first?.value as? String, picture)
}

func size(of asset: AVAsset) -> CGSize? {
  guard let track = asset.tracks(withMediaType: AVMediaType.video).first else { return nil }
  return CGSize(width: abs(track.naturalSize.width), height: abs(track.naturalSize.height))
}
