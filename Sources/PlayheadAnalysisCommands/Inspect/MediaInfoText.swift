import PlayheadFormatting
import PlayheadMedia
import PlayheadTimekeeping

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
      let format = format(of: track)
      if !format.isEmpty { lines.append("      " + format.joined(separator: ", ")) }
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

  /// Returns the properties of the coded pictures or sound that are known.
  private static func format(of track: MediaTrack) -> [String] {
    let picture = track.picture
    var parts = [profile(of: track), picture.pixelFormat, picture.fieldOrder?.words]
      .compactMap(\.self)
    if let ratio = picture.sampleAspectRatio, ratio != "1:1" { parts.append("pixels \(ratio)") }
    let colors = [picture.colorPrimaries, picture.colorTransfer, picture.colorMatrix]
    if colors.contains(where: { $0 != nil }) || picture.colorRange != nil {
      let names = colors.map { $0 ?? "unknown" }
      let isOne = Set(names).count == 1
      let text = isOne ? (colors[0] ?? "") : names.joined(separator: "/")
      parts.append(
        ["color", picture.colorRange, text.isEmpty ? nil : text].compactMap(\.self)
          .joined(separator: " "))
    }
    if let location = picture.chromaLocation { parts.append("chroma \(location)") }
    if let display = picture.masteringDisplay { parts.append(text(of: display)) }
    if let light = picture.contentLight {
      parts.append(
        "content light up to \(light.greatest), average \(light.greatestFrameAverage) cd/m²")
    }
    if let vision = picture.dolbyVision {
      parts.append("Dolby Vision \(vision.profile).\(vision.compatibility) level \(vision.level)")
    }
    return parts + [track.channelLayout, track.sampleFormat].compactMap(\.self)
  }

  private static func profile(of track: MediaTrack) -> String? {
    let level = track.level.map { level in
      switch track.codec {
      case "h264": fixed(Double(level) / 10, 1)
      case "hevc": fixed(Double(level) / 30, 1)
      default: String(level)
      }
    }
    let parts = [track.profile.map { "profile \($0)" }, level.map { "level \($0)" }]
    return parts.allSatisfy { $0 == nil } ? nil : parts.compactMap(\.self).joined(separator: " ")
  }

  private static func text(of display: PictureFormat.MasteringDisplay) -> String {
    guard let least = display.leastLuminance, let greatest = display.greatestLuminance else {
      return "mastering display"
    }
    return "mastering display \(fixed(least, 4)) to \(fixed(greatest, 0)) cd/m²"
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

extension PictureFormat.FieldOrder {
  fileprivate var words: String {
    switch self {
    case .progressive: "progressive"
    case .topFirst, .topFirstBottomCodedFirst: "interlaced, top field first"
    case .bottomFirst, .bottomFirstTopCodedFirst: "interlaced, bottom field first"
    }
  }
}
