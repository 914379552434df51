import PlayheadAlignment
import PlayheadFormatting
import PlayheadReading
import PlayheadTimekeeping

/// How a recording runs against the reference, as `align` prints it.
struct AlignedRecording {
  /// The version of the JSON object.
  static let version = 1

  let name: String
  let reference: String
  let alignment: SoundAlignment
  private let printsFix: Bool
  /// The timecodes of the reference and of the recording, if those were compared instead of the sound.
  private var timecodes: (reference: FileTimecode, other: FileTimecode)?
  /// The index of the track that was compared, and whether its timestamps have gaps.
  private let track: Int
  private let hasGaps: Bool

  init(_ options: AlignOptions, name: String, alignment: SoundAlignment, sound: RecordedSound) {
    (self.name, self.alignment) = (name, alignment)
    (track, hasGaps) = (sound.trackIndex, sound.hasGaps)
    (reference, printsFix) = (options.reference, options.printsFix)
  }

  init(
    _ options: AlignOptions, name: String, _ timecoded: TimecodedRecording,
    against reference: TimecodedRecording
  ) {
    (self.name, alignment) = (name, reference.alignment(of: timecoded))
    (track, hasGaps, printsFix, self.reference) = (0, false, false, options.reference)
    timecodes = (reference.timecode, timecoded.timecode)
  }

  // MARK: Text

  var text: String {
    guard let relation = alignment.relation else {
      let reason =
        alignment.isTooShort ? "too short to compare with" : "no sound in common with"
      return "\(name): \(reason) \(reference)".printable + "\n"
    }
    let isLater = relation.offset >= .zero
    let offset = isLater ? relation.offset : .zero - relation.offset
    let samples = offset.seconds * Double(alignment.referenceSampleRate)
    let start =
      "\(name): starts \(offset.decimalText(places: 6)) s \(isLater ? "after" : "before") \(reference)"
    let uncertainty = "± \(fixed(relation.offsetUncertainty.seconds * 1_000, 3)) ms"
    if let (one, other) = timecodes {
      let drift = "\n  drift \(fixed(relation.drift, 1)) ppm"
      let hasDrift = one.drift != nil && other.drift != nil
      let labels = "\(other.timecode), \(other.words), against \(one.timecode), \(one.words)"
      return start.printable + "\n  \(labels.printable), \(uncertainty)\(hasDrift ? drift : "")\n"
    }
    var lines = [
      start,
      "  offset \(fixed(samples, 1)) samples at \(alignment.referenceSampleRate) Hz, \(uncertainty)",
      "  drift \(fixed(relation.drift, 3)) ppm, ± \(fixed(relation.driftUncertainty, 3)): "
        + (relation.isDriftCertain
          ? Self.text(ofDrift: relation.drift) : "there may be none"),
      "  \(relation.agreeingCount) of \(relation.comparisons.count) places agree"
        + (relation.isInverted ? "; the polarity is inverted" : ""),
    ]
    lines += relation.breaks.map { place in
      let length = place.length.decimalText(places: 6)
      return "  break at \(place.time.decimalText(places: 3)) s of the reference, "
        + "\(place.otherTime.decimalText(places: 3)) s of the file: "
        + (place.kind == .lost ? "\(length) s are missing" : "\(length) s more")
    }
    return lines.map { $0.printable + "\n" }.joined()
  }

  /// Describes a drift that is certain, in millionths.
  static func text(ofDrift drift: Double) -> String {
    let milliseconds = abs(drift) * 3.6
    // Between copies, only the rounding of the computation is found.
    if milliseconds < 0.05 { return "less than 0.1 ms an hour" }
    return "\(fixed(milliseconds, 1)) ms an hour, the clock is \(drift < 0 ? "slow" : "fast")"
  }

  // MARK: JSON

  var json: JSONObject {
    let start = JSONObject.ofFile(name, type: "alignment", version: Self.version)
      .adding([
        "reference": .string(reference), "duration": .seconds(alignment.otherDuration),
        "reference_duration": .seconds(alignment.referenceDuration),
        "related": .bool(alignment.relation != nil),
      ])
    guard let relation = alignment.relation else { return start }
    let object = start.adding([
      "offset": JSON(relation.offset.decimalText(places: 9)),
      "offset_uncertainty": JSON(relation.offsetUncertainty.decimalText(places: 9)),
      "drift_ppm": JSON(fixed(relation.drift, 5)),
      "drift_uncertainty_ppm": JSON(fixed(relation.driftUncertainty, 5)),
      "inverted": .bool(relation.isInverted),
      "places": .number(relation.comparisons.count), "agreeing": .number(relation.agreeingCount),
      "parts": .objects(relation.parts.map(Self.object)),
      "breaks": .objects(relation.breaks.map(Self.object)),
    ])
    if let (one, other) = timecodes {
      return object.adding([
        "timecode": .object(other.json), "reference_timecode": .object(one.json),
      ])
    }
    return printsFix ? object.adding(["fix": .string(fix)]) : object
  }

  private static func object(of part: SoundAlignment.Part) -> JSONObject {
    [
      "start": .seconds(part.start), "end": .seconds(part.end),
      "other_start": .seconds(part.otherStart), "other_end": .seconds(part.otherEnd),
      "offset": JSON(part.offset.decimalText(places: 9)),
    ]
  }

  private static func object(of place: SoundAlignment.Break) -> JSONObject {
    [
      "kind": .string(place.kind.rawValue), "time": .seconds(place.time),
      "other_time": .seconds(place.otherTime), "length": .seconds(place.length),
    ]
  }

  // MARK: The commands

  /// The recording as a follower, with its position at the reference's zero; nil without a relation.
  var follower: String? {
    alignment.relation.map {
      let sign = $0.offset > .zero ? "-" : "+"
      let offset = $0.offset > .zero ? $0.offset : .zero - $0.offset
      return "\(input)@\(sign)\(offset.decimalText(places: 6))"
    }
  }

  /// The command line of ffmpeg that writes the aligned sound; nil without a relation.
  var fix: String? {
    guard let relation = alignment.relation else { return nil }
    let filter = AligningFilter(
      relation, sampleRate: alignment.otherSampleRate, track: track, hasGaps: hasGaps)
    let words = [
      "ffmpeg", "-i", input, "-filter_complex", filter.text, "-map", "[aligned]", "-c:a",
      "pcm_s24le", "-rf64", "auto", "\(baseName).aligned.wav",
    ]
    return words.map(\.shellWord).joined(separator: " ")
  }

  /// The name as ffmpeg takes it: one that begins with a hyphen would be an option.
  private var input: String { name.hasPrefix("-") ? "./\(name)" : name }

  private var baseName: String {
    guard let dot = input.lastIndex(of: "."), dot > input.startIndex,
      input[dot...].allSatisfy({ $0 != "/" }), input[input.index(before: dot)] != "/"
    else { return input }
    return String(input[..<dot])
  }
}
