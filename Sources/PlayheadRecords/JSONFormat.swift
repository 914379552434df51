import PlayheadFormatting
import PlayheadMedia

/// JSON Lines: an object per record, with its `type` first.
package struct JSONFormat: RecordFormat {
  /// The version in docs/user/formats.md, which increases when a key is removed or changed, not when one is added.
  package static let version = 1

  private static let progressStart = Array(#"{"type":"progress""#.utf8)

  private let fields: [Field]
  /// The keys as they are written, such as `,"position":`.
  private let keys: [[UInt8]]
  private let style: FieldStyle

  package init(_ fields: [Field], places: Int) {
    self.fields = fields
    keys = fields.map { Array(",\"\($0.rawValue)\":".utf8) }
    style = FieldStyle(.json, places: places, absent: "null")
  }

  package func canContinue(_ start: [UInt8]) -> Bool { start.starts(with: Array("{\"".utf8)) }

  package func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    let object: JSONObject
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
      let played = Set(info?.timelineTracks.map(\.index) ?? [])
      let tracks = info?.tracks.map {
        JSONObject.encoding(MediaTrack.Summary($0, isPlayed: played.contains($0.index)))
      }
      object = [
        "type": .string("open"), "version": .number(JSONFormat.version),
        "item": .number(item.number), "file": .string(item.file),
        "container": .string(info?.container), "duration": .seconds(duration?.time),
        "duration_exact": .bool(duration?.isExact), "seekable": .bool(info?.isSeekable),
        "tracks": .objects(tracks ?? []),
      ]
    case .end(let reason, let position):
      object = [
        "type": .string("end"), "item": .number(item.number), "file": .string(item.file),
        "reason": .string(reason.rawValue), "position": .seconds(position),
      ]
    case .error(let message):
      object = [
        "type": .string("error"), "item": .number(item.number), "file": .string(item.file),
        "message": .string(message),
      ]
    }
    bytes += object.text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}
