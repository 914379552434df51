import Foundation
import PlayheadOutputs
import PlayheadTestEnvironment
import Testing

@Suite struct FileIdentityTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func areSame(_ one: String, _ other: String) -> Bool {
    FileIdentity.areSame(Array(folder.path(one).utf8), Array(folder.path(other).utf8))
  }

  @Test func aFileIsTheSameByEachOfItsNames() throws {
    try folder.write(Data(), to: "a")
    try folder.write(Data(), to: "b")
    try FileManager.default.linkItem(atPath: folder.path("a"), toPath: folder.path("hard"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("soft"), withDestinationPath: "a")
    #expect(areSame("a", "hard") && areSame("a", "soft") && areSame("a", "./a"))
    #expect(!areSame("a", "b") && !areSame("soft", "b"))
  }

  /// Two outputs of one command may be created later.
  @Test func filesThatDoNotExistAreTheSameInTheSameFolder() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path("x"), withIntermediateDirectories: false)
    try manager.createSymbolicLink(atPath: folder.path("y"), withDestinationPath: "x")
    #expect(areSame("x/new", "y/new") && areSame("x/new", "x/../x/new"))
    #expect(!areSame("x/new", "y/other") && !areSame("x/new", "new"))
    // A folder that does not exist is not known to be another one's.
    #expect(!areSame("none/new", "nowhere/new") && areSame("none/new", "none/new"))
    // One exists, the other does not.
    try folder.write(Data(), to: "x/new")
    #expect(areSame("x/new", "y/new") && !areSame("x/new", "x/later"))
  }

  @Test func onlyFilesAndBlockDevicesHaveAnIdentity() throws {
    let fifo = try folder.makeFIFO("fifo")
    for path in [fifo, folder.path, "/dev/null"] {
      #expect(FileIdentity(path: Array(path.utf8)) == nil, "\(path)")
    }
    #expect(FileIdentity(folder: Array(folder.path.utf8)) != nil)
    #expect(FileIdentity(folder: Array(fifo.utf8)) == nil)
  }
}
