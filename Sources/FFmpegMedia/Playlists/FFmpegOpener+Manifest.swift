import Glibc
import Media

extension FFmpegOpener {
  /// Whether the name is that of a DASH manifest.
  var namesManifest: Bool {
    switch location {
    case .descriptor: return false
    case .url(let url):
      let isHTTP = ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
      return isHTTP && url.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".mpd")
    case .path(let path):
      return String(decoding: path.suffix(4), as: UTF8.self).lowercased() == ".mpd"
    }
  }

  /// Whether the media is a URL or a regular file. Opening anything else may block.
  var isRegular: Bool {
    guard case .path(let path) = location else { return true }
    var status = stat()
    return path.withCString { stat($0, &status) } != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Opens a manifest for a report; returns nil if FFmpeg must read it, because it is dynamic.
  func openManifest(interruption: Interruption) throws(MediaError) -> (any MediaSource)? {
    let open = { () throws(MediaError) in
      try ManifestSource.open(self, interruption: interruption)
    }
    guard mayHang else {
      let source = try open()
      return source.isStatic ? source : nil
    }
    let media = try AbandonableMedia(name, interruption: interruption, opening: open)
    guard media.source?.isStatic == true else { return nil }
    return try AbandonableSource(media)
  }
}
