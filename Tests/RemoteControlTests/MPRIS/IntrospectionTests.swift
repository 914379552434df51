import Foundation
import Testing

@testable import PlayheadRemoteControl

/// The description that clients get, compared with the specification.
@Suite struct IntrospectionTests {
  @Test func theDescriptionIsThatOfTheSpecification() throws {
    let stage = MPRISStage(["a", "b"])
    guard case .values(let values) = stage.call(.introspectable, "Introspect"),
      case .text(let xml)? = values.first
    else {
      Issue.record("no description")
      return
    }
    let found = MPRISSpecification.facts(inXML: xml).filter { $0.hasPrefix("org.mpris.") }
    #expect(Set(found).symmetricDifference(MPRISSpecification.facts) == [])
    #expect(found.count == MPRISSpecification.facts.count)
  }

  @Test func withoutAListOfFilesThereIsNoInterfaceForIt() {
    let stage = MPRISStage(["a"])
    guard case .values(let values) = stage.call(.introspectable, "Introspect"),
      case .text(let xml)? = values.first
    else {
      Issue.record("no description")
      return
    }
    #expect(!xml.contains("MediaPlayer2.TrackList"))
    #expect(xml.contains("org.mpris.MediaPlayer2.Player\""))
  }

  @Test func everyPropertyHasAValueOfItsType() {
    let stage = MPRISStage(["a", "b"])
    for interface in [BusInterface.application, .player, .trackList] {
      for property in interface.properties {
        let value = stage.get(property.name, of: interface)
        #expect(value?.signature == property.signature, "\(property.name)")
      }
      guard case .values(let all) = stage.call(.properties, "GetAll", .text(interface.name)),
        case .dictionary(let values)? = all.first
      else {
        Issue.record("no properties of \(interface.name)")
        continue
      }
      #expect(Set(values.keys) == Set(interface.properties.map(\.name)))
    }
  }
}
