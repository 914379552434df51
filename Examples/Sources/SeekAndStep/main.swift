// Seeks to a time in a film, and steps from there over three pictures:
//
//     $ swift run SeekAndStep film.mp4 2.5
//     landed at 2.5 s
//     a picture at 2.52 s
//     a picture at 2.56 s
//     a picture at 2.6 s
import Foundation
import PlayheadKit

let player = Player(path: CommandLine.arguments[1])
do {
  // Opens the file, and waits until media has been read at the time.
  let seek = try await player.seek(to: .seconds(Double(CommandLine.arguments[2]) ?? 0))
  print("landed at \(seek.landed)")
  for _ in 1...3 {
    let step = try await player.step(byCount: 1)
    print("a picture at \(step.landed)")
  }
} catch {
  FileHandle.standardError.write(Data("SeekAndStep: \(error)\n".utf8))
  exit(1)
}
