import PlayheadAlignment
import PlayheadFormatting
import PlayheadTimekeeping

/// How the sound of a file runs against its picture, as `align --sync` prints it.
struct SyncedFile {
  /// The version of the JSON object.
  static let version = 1

  let name: String
  let report: SyncReport

  var text: String {
    summary
      + report.marks.map {
        "  at \($0.flash.decimalText(places: 3)) s: \(milliseconds($0.offset)) ms\n"
      }.joined()
  }

  /// The text without the lines of the pairs.
  var summary: String {
    guard let offset = report.offset else {
      return "\(name): no beep with a flash (\(report.beepCount) beeps, "
        .printable + "\(report.flashCount) flashes)\n"
    }
    let text = milliseconds(offset)
    let isEarly = text.hasPrefix("-")
    var lines = [
      "\(name): the sound is \(isEarly ? String(text.dropFirst()) : text) ms "
        + (isEarly ? "early, " : "late, ")
        + "± \(milliseconds(report.uncertainty)) ms",
      "  \(report.marks.count) pairs of \(report.beepCount) beeps and "
        + "\(report.flashCount) flashes",
    ]
    if let drift = report.drift {
      lines.append(
        "  drift \(fixed(drift.value, 1)) ppm, ± \(fixed(drift.uncertainty, 1)): "
          + (drift.isCertain ? "\(fixed(drift.value * 3.6, 1)) ms an hour" : "there may be none"))
    }
    return lines.map { $0.printable + "\n" }.joined()
  }

  var json: JSONObject {
    JSONObject.ofFile(name, type: "sync", version: Self.version)
      .adding([
        "offset": .seconds(report.offset), "uncertainty": .seconds(report.uncertainty),
        "drift_ppm": JSON(report.drift.map { fixed($0.value, 3) }),
        "drift_uncertainty_ppm": JSON(report.drift.map { fixed($0.uncertainty, 3) }),
        "beeps": .number(report.beepCount), "flashes": .number(report.flashCount),
        "picture_interval": .seconds(report.pictureInterval),
        "marks": .objects(
          report.marks.map {
            ["flash": .seconds($0.flash), "beep": .seconds($0.beep), "offset": .seconds($0.offset)]
          }),
      ])
  }

  private func milliseconds(_ time: MediaTime) -> String { fixed(time.seconds * 1_000, 1) }
}
