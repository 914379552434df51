import CPlayheadExpat
import PlayheadMedia

/// Parses a manifest with expat, which is loaded on first use.
///
/// A document type declaration is refused, so that there are no entities but those of XML itself. The
/// number and the depth of elements are limited.
final class ManifestXML {
  private static let greatestDepth = 32
  private static let greatestElementCount = 150_000
  /// The functions of the library; nil if it is not installed.
  private static let library: expat_functions? = {
    let functions = UnsafeMutablePointer<expat_functions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    return expat_load(functions) == 0 ? nil : functions.move()
  }()

  private let library: expat_functions
  private let parser: OpaquePointer
  /// The elements that are open, from the outermost.
  private var open: [ManifestElement] = []
  private var root: ManifestElement?
  private var count = 0
  private var refusal: String?

  /// Returns the outermost element; throws if the document is damaged or too large, or the library is not installed.
  static func parse(_ bytes: [UInt8], name: String) throws(MediaError) -> ManifestElement {
    guard let library else {
      throw MediaError(
        .open, of: name, reason: .unsupported, detail: "libexpat.so.1 is not installed")
    }
    guard let parser = library.XML_ParserCreate(nil) else {
      throw MediaError(.open, of: name, reason: .other, detail: "out of memory")
    }
    let xml = ManifestXML(library, parser)
    return try xml.parse(bytes, name)
  }

  private init(_ library: expat_functions, _ parser: OpaquePointer) {
    self.library = library
    self.parser = parser
  }

  deinit { library.XML_ParserFree(parser) }

  private func parse(_ bytes: [UInt8], _ name: String) throws(MediaError) -> ManifestElement {
    library.XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    library.XML_SetStartDoctypeDeclHandler(parser) { opaque, _, _, _, _ in
      ManifestXML.of(opaque)?.refuse("document type declarations are not allowed")
    }
    library.XML_SetElementHandler(
      parser,
      { opaque, name, attributes in ManifestXML.of(opaque)?.begin(name, attributes) },
      { opaque, _ in ManifestXML.of(opaque)?.end() })
    library.XML_SetCharacterDataHandler(parser) { opaque, text, length in
      ManifestXML.of(opaque)?.add(text, length)
    }
    let status = bytes.withUnsafeBytes { bytes in
      library.XML_Parse(
        parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
    }
    if status == XML_STATUS_OK, refusal == nil, let root { return root }
    let description = library.XML_ErrorString(library.XML_GetErrorCode(parser))
    let reason = refusal ?? description.map { String(cString: $0) } ?? "invalid XML"
    let line = library.XML_GetCurrentLineNumber(parser)
    throw MediaError(.open, of: name, reason: .damaged, detail: "line \(line): \(reason)")
  }

  private static func of(_ opaque: UnsafeMutableRawPointer?) -> ManifestXML? {
    opaque.map { Unmanaged<ManifestXML>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuse(_ reason: String) {
    refusal = refusal ?? reason
    _ = library.XML_StopParser(parser, 0)
  }

  private func begin(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard refusal == nil, let name else { return }
    count += 1
    if count > Self.greatestElementCount { return refuse("too many elements") }
    if open.count == Self.greatestDepth { return refuse("elements are nested too deep") }
    var found: [String: String] = [:]
    if var pair = attributes {
      while let name = pair[0], let value = pair[1] {
        found[Self.localName(name)] = String(cString: value)
        pair += 2
      }
    }
    open.append(ManifestElement(name: Self.localName(name), attributes: found))
  }

  private func end() {
    guard refusal == nil, let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  private func add(_ text: UnsafePointer<CChar>?, _ length: Int32) {
    guard refusal == nil, let text, !open.isEmpty else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
    open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
  }

  private static func localName(_ name: UnsafePointer<CChar>) -> String {
    let name = String(cString: name)
    return name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
