import CFFmpeg
import Media

extension Tag {
  /// Returns the entries of an AVDictionary, in its order.
  static func all(in dictionary: OpaquePointer?) -> [Tag] {
    var tags: [Tag] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      tags.append(
        Tag(key: String(cString: next.pointee.key), value: String(cString: next.pointee.value)))
      entry = next
    }
    return tags
  }
}

extension [Tag] {
  /// Returns the value of the first entry with this key, which must be lowercase; the case of the
  /// entry's key is ignored.
  func value(of key: String) -> String? {
    first { $0.key.lowercased() == key }?.value
  }
}
