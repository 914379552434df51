import Foundation
import FoundationXML
import PlayheadPages
import Testing

/// A page as a parser reads it: its anchors, its links and its texts. Parsing fails if an element is not closed.
final class ParsedPage: NSObject, XMLParserDelegate {
  private(set) var identifiers: [String] = []
  private(set) var links: [String] = []
  /// The titles of diagrams, and the texts of shapes.
  private(set) var captions: [String] = []
  private(set) var tips: [String] = []
  private(set) var text = ""
  private var isCaption = false
  private var isTip = false

  init(_ sections: [PageSection], on page: Page = .timing) throws {
    super.init()
    let text = page.head(sections.map(\.row)) + sections.map(\.html).joined() + page.tail
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if let identifier = attributes["id"] { identifiers.append(identifier) }
    if let link = attributes["href"] { links.append(link) }
    if name == "figcaption" { captions.append("") }
    if name == "title" { tips.append("") }
    isCaption = name == "figcaption"
    isTip = name == "title"
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    (isCaption, isTip) = (false, false)
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if isCaption { captions[captions.count - 1] += characters }
    if isTip { tips[tips.count - 1] += characters }
    text += characters
  }
}
