import PlayheadTimekeeping

/// A text of subtitles or lyrics, with its times.
public struct Cue: Hashable, Sendable, Codable {
  /// A part of the text that begins at its own time, as in lyrics that are sung word by word.
  public struct Word: Hashable, Sendable, Codable {
    /// The time at which the word begins.
    public var start: MediaTime
    /// The word, with the space after it.
    public var text: String

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - start: The start time.
    ///   - text: The word, with the space after it.
    public init(start: MediaTime, text: String) {
      (self.start, self.text) = (start, text)
    }
  }

  /// The time at which the cue begins.
  public var start: MediaTime
  /// Its end; nil if it stays until the end of the media. A cue that ends at its start or
  /// before is current for one nanosecond.
  public var end: MediaTime?
  /// The text without markup, with a line break between its lines. Empty for a picture.
  public var text: String
  /// The text with its markup, as the file has it. Empty for a picture.
  public var rawText: String
  /// The identifier that the file gives the cue (WebVTT); nil if there is none.
  public var identifier: String?
  /// The words whose times are known, in order. Their texts make up `text`. Empty if none are known.
  public var words: [Word]

  /// Creates a cue.
  ///
  /// - Parameters:
  ///   - start: The start time.
  ///   - end: Its end; nil if it stays until the end of the media.
  ///   - text: The text without markup.
  ///   - rawText: The text with its markup; nil for `text`.
  ///   - identifier: The identifier that the file gives the cue.
  ///   - words: The words whose times are known.
  public init(
    start: MediaTime, end: MediaTime?, text: String, rawText: String? = nil,
    identifier: String? = nil, words: [Word] = []
  ) {
    (self.start, self.end, self.text) = (start, end, text)
    self.rawText = rawText ?? text
    (self.identifier, self.words) = (identifier, words)
  }

  /// The text in one line.
  public var line: String {
    text.utf8.contains(0x0A) ? text.split(separator: "\n").joined(separator: " ") : text
  }

  /// The time from which on the cue is not current; nil if it stays. It is after the start.
  var lastingEnd: MediaTime? {
    guard let end, end <= start else { return end }
    return start.adding(.nanoseconds(1))
  }

  /// Returns whether the cue is current at a time: from its start on, and before its end.
  ///
  /// - Parameter time: A time of the same timeline.
  /// - Returns: Whether it is current.
  public func isCurrent(at time: MediaTime) -> Bool {
    start <= time && lastingEnd.map { time < $0 } ?? true
  }
}
