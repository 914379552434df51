import PlayheadKit

/// JSON Lines: an object per record, with its `type` first.
struct JSONFormat: RecordFormat {
  /// The version of the records in docs/user/formats.md. It increases when a key is removed or changes
  /// its meaning, but not when a key is added.
  static let version = 1

  private static let progressStart = Array(#"{"type":"progress""#.utf8)

  private let fields: [Field]
  /// The keys as they are written, such as `,"position":`.
  private let keys: [[UInt8]]
  private let style: FieldStyle

  init(_ fields: [Field], places: Int) {
    self.fields = fields
    keys = fields.map { Array(",\"\($0.rawValue)\":".utf8) }
    style = FieldStyle(.json, places: places, absent: "null")
  }

  func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    var object = JSONObject()
    switch record {
    case .progress(let progress, let wallTime):
      let moment = Moment(progress: progress, wallTime: wallTime, item: item)
      bytes += JSONFormat.progressStart
      for (field, key) in zip(fields, keys) {
        bytes += key
        style.append(field, of: moment, to: &bytes)
      }
      bytes += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
      return
    case .open(let info, let duration):
      begin("open", item, in: &object, version: JSONFormat.version)
      describe(info, duration, in: &object)
    case .end(let reason, let position):
      begin("end", item, in: &object)
      object.add("reason", reason.rawValue)
      object.add("position", position)
    case .error(let message):
      begin("error", item, in: &object)
      object.add("message", message)
    }
    bytes += object.text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  private func begin(
    _ type: String, _ item: PlayedItem, in object: inout JSONObject, version: Int? = nil
  ) {
    object.add("type", type)
    if let version { object.add("version", version) }
    object.add("item", item.number)
    object.add("file", item.file)
  }

  private func describe(
    _ info: MediaInfo, _ duration: MediaDuration?, in object: inout JSONObject
  ) {
    object.add("container", info.container)
    object.add("duration", duration?.time)
    object.add("duration_exact", duration?.isExact)
    object.add("seekable", info.isSeekable)
    let played = Set(info.timelineTracks.map(\.index))
    object.add(
      "tracks",
      info.tracks.map { JSONObject($0, isPlayed: played.contains($0.index)) })
  }
}
