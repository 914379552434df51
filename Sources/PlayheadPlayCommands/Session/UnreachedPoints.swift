import PlayheadFormatting
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimekeeping

/// The points of the command line that playback may never reach. Each is reported once.
package struct UnreachedPoints {
  private struct Point {
    let option: String
    let position: MediaTime

    var positionText: String { position.decimalText(places: 3) }
  }

  private var points: [Point] = []
  /// Messages about points that the file does not have.
  package private(set) var absences: [FileMessage] = []

  init() {}

  /// Collects the points of the options in a file.
  package init(
    of options: PlayOptions, in range: FileRange, chapters: ChapterList, timecodes: TimecodeCount?
  ) {
    let end = range.end
    if options.start?.isCountedFromStart == true {
      points.append(Point(option: "--start", position: range.start))
    }
    if let end, options.end?.isCountedFromStart == true {
      points.append(Point(option: "--end", position: end))
    }
    for point in options.schedule.points {
      let position = point.position(in: range.duration, chapters: chapters, timecodes: timecodes)
      if let position, let end, position > end {
        let point = Point(option: "--at", position: position)
        absences.append(
          .pointAfterEndOption(
            option: point.option, position: point.positionText, end: end.decimalText(places: 3)))
      } else if let position, point.isCountedFromStart {
        points.append(Point(option: "--at", position: position))
      } else if let absence = point.absence(chapters: chapters, timecodes: timecodes),
        position == nil
      {
        absences.append(.missingPoint(option: "--at", because: absence))
      }
    }
  }

  /// Removes the points beyond the end of the media by more than `margin`, and returns a message for each.
  package mutating func removeMessages(
    beyond end: MediaTime, by margin: MediaTime = .zero
  ) -> [FileMessage] {
    func isBeyond(_ point: Point) -> Bool {
      point.position.subtracting(end).map { $0 > margin } ?? (point.position > end)
    }
    let beyond = points.filter(isBeyond)
    points.removeAll(where: isBeyond)
    return beyond.map {
      .pointAfterEnd(
        option: $0.option, position: $0.positionText, end: end.decimalText(places: 3))
    }
  }
}
