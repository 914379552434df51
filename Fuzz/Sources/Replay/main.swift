import Foundation
import FuzzTargets

// Usage: Replay FOLDER
//
// Runs each input FOLDER/TARGET/INPUT once on its target, and prints its name before. A finding is a trap.
// scripts/search reads the names.
for target in targets {
  let folder = "\(CommandLine.arguments.last ?? "")/\(target.name)"
  for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
    let input = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    // Unbuffered, because a trap ends the program.
    FileHandle.standardOutput.write(Data("\(target.name)/\(name)\n".utf8))
    input.withUnsafeBytes(target.run)
  }
}
