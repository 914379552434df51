import Foundation

/// The fields of MPEG-TS and MPEG-PS: lengths, clock references and timestamps.
enum TransportFields {
  private static let greatestCount = 4

  static func transportStream(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    var fields: [HeaderField] = []
    var counts: [String: Int] = [:]
    for packet in stride(from: 0, to: bytes.count - 187, by: 188) {
      let stream = bytes.number(packet + 1, 2) & 0x1FFF
      let hasAdaptation = bytes.number(packet + 3, 1) & 0x20 != 0
      let adaptationLength = hasAdaptation ? bytes.number(packet + 4, 1) : 0
      var found: [HeaderField] = [HeaderField("PID \(stream)", at: packet + 1, bits: 3..<16)]
      if hasAdaptation {
        found.append(HeaderField("adaptation length \(stream)", at: packet + 4, 1))
        if adaptationLength >= 7, bytes.number(packet + 5, 1) & 0x10 != 0 {
          found.append(HeaderField("PCR \(stream)", at: packet + 6, bits: 0..<33))
          found.append(HeaderField("PCR extension \(stream)", at: packet + 6, bits: 39..<48))
        }
      }
      let payload = packet + 4 + (hasAdaptation ? 1 + adaptationLength : 0)
      if bytes.number(packet + 1, 1) & 0x40 != 0, payload + 20 < packet + 188 {
        if bytes.number(payload, 3) == 1 {
          found += pes(bytes, at: payload, "\(stream)")
        } else {
          let table = payload + 1 + bytes.number(payload, 1)
          found.append(HeaderField("section length \(stream)", at: table + 1, bits: 4..<16))
          found.append(HeaderField("info length \(stream)", at: table + 10, bits: 4..<16))
        }
      }
      for field in found where counts[field.name, default: 0] < greatestCount {
        counts[field.name, default: 0] += 1
        fields.append(field)
      }
    }
    return FieldFile(name, bytes, fields)
  }

  static func programStream(_ path: String) throws -> FieldFile {
    let (name, bytes) = try FieldFile.read(path)
    var fields: [HeaderField] = []
    var counts: [String: Int] = [:]
    for place in 0..<max(bytes.count - 20, 0) where bytes.number(place, 3) == 1 {
      let code = bytes.number(place + 3, 1)
      var found: [HeaderField] = []
      switch code {
      case 0xBA where bytes.number(place + 4, 1) >> 6 == 1:
        found = [
          HeaderField("clock", at: place + 4, bits: 2..<5, 6..<21, 22..<37),
          HeaderField("rate", at: place + 10, bits: 0..<22),
        ]
      case 0xBA:
        found = [
          HeaderField("clock", at: place + 4, bits: 4..<7, 8..<23, 24..<39),
          HeaderField("rate", at: place + 9, bits: 1..<23),
        ]
      case 0xBB: found = [HeaderField("header length", at: place + 4, 2)]
      case 0xBD...0xEF: found = pes(bytes, at: place, "\(code)")
      default: continue
      }
      for field in found where counts[field.name, default: 0] < greatestCount {
        counts[field.name, default: 0] += 1
        fields.append(field)
      }
    }
    return FieldFile(name, bytes, fields)
  }

  private static func pes(_ bytes: Data, at place: Int, _ stream: String) -> [HeaderField] {
    var fields = [HeaderField("PES length \(stream)", at: place + 4, 2)]
    var times = place + 6
    if bytes.number(place + 6, 1) & 0xC0 == 0x80 {
      fields.append(HeaderField("PES header length \(stream)", at: place + 8, 1))
      times = place + 9
    } else {
      // MPEG-1: stuffing, and the size of a buffer.
      while bytes.number(times, 1) == 0xFF { times += 1 }
      if bytes.number(times, 1) & 0xC0 == 0x40 { times += 2 }
    }
    for (name, start) in [("PTS", times), ("DTS", times + 5)]
    where bytes.number(start, 1) & 1 == 1 {
      fields.append(HeaderField("\(name) \(stream)", at: start, bits: 4..<7, 8..<23, 24..<39))
    }
    return fields
  }
}
