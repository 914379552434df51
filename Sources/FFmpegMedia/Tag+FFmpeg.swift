import CFFmpeg
import Media

extension Tag {
  /// The entries of a dictionary of FFmpeg's, in its order.
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
  /// The value of the first entry of this name, in whatever case it is written.
  func value(of key: String) -> String? {
    first { $0.key.lowercased() == key }?.value
  }
}
