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
  /// The numbers beside the titles of the diagrams, and the texts of the shapes of each.
  private(set) var notes: [String] = []
  private(set) var tipsOfDiagrams: [[String]] = []
  /// The places of the shapes of each diagram: the left edge and the width.
  private(set) var rectangles: [[(x: Double, width: Double)]] = []
  private(set) var roles: [String] = []
  private(set) var text = ""
  private var isCaption = false
  private var isTip = false
  private var isNote = false

  init(_ sections: [PageSection], on page: Page = .timing) throws {
    super.init()
    let titles = sections.reduce(into: Set<String>()) { $0.formUnion($1.titles) }
    let text =
      page.head(sections.map(\.row)) + sections.map(\.html).joined()
      + page.tail(explaining: titles)
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
    if name == "figcaption" {
      captions.append("")
      notes.append("")
      tipsOfDiagrams.append([])
      rectangles.append([])
    }
    if name == "title" { tips.append("") }
    if name == "title", !captions.isEmpty {
      tipsOfDiagrams[tipsOfDiagrams.count - 1].append("")
    }
    if let role = attributes["role"] { roles.append(role) }
    if name == "rect", let x = attributes["x"].flatMap({ Double($0) }),
      let width = attributes["width"].flatMap({ Double($0) })
    {
      rectangles[rectangles.count - 1].append((x, width))
    }
    isNote = name == "small"
    isCaption = name == "figcaption"
    isTip = name == "title"
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    (isCaption, isTip, isNote) = (false, false, false)
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if isCaption { captions[captions.count - 1] += characters }
    if isTip { tips[tips.count - 1] += characters }
    if isTip, !captions.isEmpty {
      let diagram = tipsOfDiagrams.count - 1
      tipsOfDiagrams[diagram][tipsOfDiagrams[diagram].count - 1] += characters
    }
    if isNote, !notes.isEmpty { notes[notes.count - 1] += characters }
    text += characters
  }
}
