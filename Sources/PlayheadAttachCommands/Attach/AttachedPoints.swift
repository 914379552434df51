import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadRecords
import PlayheadTimekeeping

/// The points of the command line in an item of another player: the `--end`, and those that may never be reached.
struct AttachedPoints {
  private let options: PlayOptions
  /// The position at which the attachment ends; nil if there is none, or if it is not known yet.
  private(set) var end: MediaTime?
  private var unreached: UnreachedPoints?

  init(_ options: PlayOptions) {
    self.options = options
  }

  /// Places the points in an item as it is known now. Returns messages about those beyond a known end.
  mutating func resolve(in item: PlayedItem, lasting duration: MediaTime?) -> [FileMessage] {
    if let point = options.end, duration != nil || !point.needsDuration {
      end = point.position(
        in: duration ?? .zero, chapters: item.chapters, timecodes: item.timecodes)
    }
    guard let duration, unreached == nil else { return [] }
    return removeMessages(beyond: duration, by: .seconds(1), in: item)
  }

  /// Returns messages about points that were not reached when the item ended.
  mutating func finish(at position: MediaTime, in item: PlayedItem) -> [FileMessage] {
    removeMessages(beyond: position, by: .zero, in: item)
  }

  private mutating func removeMessages(
    beyond position: MediaTime, by margin: MediaTime, in item: PlayedItem
  ) -> [FileMessage] {
    var points =
      unreached
      ?? UnreachedPoints(
        of: options, in: FileRange(end: end, duration: position), chapters: item.chapters,
        timecodes: item.timecodes)
    defer { unreached = points }
    let absences = unreached == nil ? points.absences : []
    return absences + points.removeMessages(beyond: position, by: margin)
  }
}
