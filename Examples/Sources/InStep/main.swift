// Keeps a film at the position of another one, ahead of it by some seconds, until that ends:
//
//     $ swift run InStep camera-a.mp4 camera-b.mp4 3.35
//     locked
import Foundation
import PlayheadKit

let arguments = CommandLine.arguments
guard arguments.count == 4, let seconds = Double(arguments[3]) else { fail("FILE FILE SECONDS") }
// Another program's player can lead, too, and timecode: AttachedPlayer(.mpv(path: "/tmp/mpv")).
let leader = Player(path: arguments[1])
let film = Player(path: arguments[2])
do {
  try await leader.load()
  try await film.load()
} catch {
  fail("\(error)")
}
let follower = Follower(of: leader, film, offset: .milliseconds(Int64(seconds * 1_000)))
let printing = follower.statusPublisher(queue: nil).sink { print($0) }
leader.play()
for await progress in leader.progress(every: .seconds(1)) {
  if progress.state == .ended { break }
}
printing.cancel()

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("InStep: \(message)\n".utf8))
  exit(1)
}
