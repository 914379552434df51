import PlayheadInterprocess
import Glibc
import PlayheadMedia
import PlaybackSession
import PlayheadCore

/// Properties of the current file.
extension PropertyTable {
  static let file: [MPVProperty] = [
    MPVProperty("path", .file) { $0.location.map(MPVNode.string) },
    MPVProperty("stream-path", .file) { $0.location.map(MPVNode.string) },
    MPVProperty("stream-open-filename", .file) { $0.location.map(MPVNode.string) },
    MPVProperty("filename", .file) { $0.location.map { .string(FileURL.name(of: $0)) } },
    MPVProperty("media-title", .file.union(.settings)) { context in
      if let title = context.settings.title { return .string(title) }
      let title = context.info?.metadata.title ?? context.snapshot.currentEntry?.title
      return title.map(MPVNode.plain) ?? context.location.map { .string(FileURL.name(of: $0)) }
    },
    MPVProperty("file-size", .file) { context in
      context.info == nil ? nil : context.location.flatMap(size).map(MPVNode.int)
    },
    MPVProperty("file-format", .file) { $0.info.map { .string(format($0)) } },
    MPVProperty("current-demuxer", .file) { $0.info.map { .string(format($0)) } },
    MPVProperty("metadata", .file) { $0.info.map { tags($0) } },
    MPVProperty("filtered-metadata", .file) { $0.info.map { tags($0) } },
    MPVProperty("chapters", .file) { $0.info.map { .int(Int64($0.chapters.count)) } },
    MPVProperty("chapter-list", .file, keys: ["title", "time"]) { context in
      .array(
        context.chapters.map { chapter in
          var members: [MPVNode.Member] = []
          if let title = chapter.title { members.append(.init("title", .plain(title))) }
          return .object(members + [.init("time", .double(chapter.position.seconds))])
        })
    },
  ]

  private static func size(of location: String) -> Int64? {
    var status = stat()
    guard let path = FileURL.path(of: location)?.cString, stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int64(status.st_size)
  }

  /// mpv reads Matroska itself, and calls it so.
  private static func format(_ info: MediaInfo) -> String {
    info.container.hasPrefix("matroska") ? "mkv" : info.container
  }

  private static func tags(_ info: MediaInfo) -> MPVNode {
    // The language is that of a track.
    let tags =
      info.tags.isEmpty
      ? info.metadata.tags.filter { $0.key.lowercased() != "language" } : info.tags
    return .object(tags.map { MPVNode.Member(ExactText.text(ofPlain: $0.key), .plain($0.value)) })
  }
}
