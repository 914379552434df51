/// Tags as one object, as it is encoded for readers: repeated keys have their values joined with semicolons.
struct JoinedTags: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var keys: [String] = []
  private var values: [String: [String]] = [:]

  init(_ tags: [MediaTag]) {
    for tag in tags {
      if values[tag.key] == nil { keys.append(tag.key) }
      values[tag.key, default: []].append(tag.value)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for key in keys {
      let value = values[key]?.joined(separator: "; ")
      try container.encode(value, forKey: Key(stringValue: key))
    }
  }
}
