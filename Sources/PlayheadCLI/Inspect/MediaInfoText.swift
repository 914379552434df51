import PlayheadKit

/// The properties of media as text.
enum MediaInfoText {
  /// The longest value of a tag that is printed completely. Some tags contain long texts.
  private static let longestValue = 200

  static func text(of info: MediaInfo, file: String) -> String {
    var lines = ["\(file): \(summary(info))"]
    let played = Set(info.timelineTracks.map(\.index))
    for track in info.tracks {
      lines.append(
        "  \(track.index) \(description(of: track))\(played.contains(track.index) ? "" : " (not played)")"
      )
      lines += tags(track.tags.filter { $0.key.lowercased() != "language" }, indent: "      ")
    }
    for (index, chapter) in info.chapters.enumerated() {
      let title = chapter.title.map { "  \($0)" } ?? ""
      lines.append(
        "  chapter \(index + 1)  \(clock(chapter.start)) - \(clock(chapter.end))\(title)")
    }
    lines += tags(info.tags, indent: "  ")
    return lines.map { $0.printable + "\n" }.joined()
  }

  private static func summary(_ info: MediaInfo) -> String {
    var parts = [info.container.split(separator: ",").first.map(String.init) ?? "?"]
    let start = info.presentationStart
    if let duration = info.declaredDuration(from: start ?? .zero) {
      parts.append("\(clock(duration)) \(info.isDurationEstimated ? "estimated" : "declared")")
    } else {
      parts.append("duration not declared")
    }
    if let start, start != .zero { parts.append("starts at \(start.decimalText(places: 3)) s") }
    if !info.isSeekable { parts.append("not seekable") }
    return parts.joined(separator: ", ")
  }

  private static func description(of track: MediaTrack) -> String {
    var parts = [[track.kind.rawValue, track.codec].compactMap(\.self).joined(separator: " ")]
    if track.isAttachedPicture { parts.append("a picture") }
    if let width = track.width, let height = track.height { parts.append("\(width)x\(height)") }
    if let rate = track.frameRate, !track.isAttachedPicture {
      parts.append("\(rate) frames/s\(track.constantFrameRate == nil ? " (varies)" : "")")
    }
    if let rate = track.sampleRate { parts.append("\(rate) Hz") }
    if let channels = track.channelCount {
      parts.append("\(channels) channel\(channels == 1 ? "" : "s")")
    }
    if let language = track.language, language != "und" { parts.append(language) }
    if let duration = track.durationTicks.map(track.time(ofTicks:)) {
      parts.append(clock(duration))
    }
    return parts.joined(separator: ", ")
  }

  private static func tags(_ tags: [MediaTag], indent: String) -> [String] {
    tags.map { tag in
      let value = tag.value.prefix(longestValue)
      return "\(indent)\(tag.key): \(value)\(value.endIndex == tag.value.endIndex ? "" : "…")"
    }
  }

  private static func clock(_ time: MediaTime) -> String {
    String { $0.append(clock: time, places: 3) }
  }
}
