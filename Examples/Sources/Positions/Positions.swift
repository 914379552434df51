// Plays a file and prints each second of its position twice, from a publisher and in a loop:
//
//     $ swift run Positions film.mp4
//     publisher: started at 0 s
//     loop: started at 0 s
import Foundation
import PlayheadKit

@main struct Positions {
  static func main() async {
    let player = Player(path: CommandLine.arguments[1])
    // Delivers on the main queue until the subscription is cancelled or released.
    let subscription = player.progressPublisher(interval: .seconds(1))
      .sink { print("publisher: \($0.cause) at \($0.position)") }
    // Ends with playback, also if the file cannot be played.
    let updates = player.progress(every: .seconds(1))
    player.play()
    for await progress in updates {
      print("loop: \(progress.cause) at \(progress.position)")
    }
    subscription.cancel()
    if let error = player.error {
      FileHandle.standardError.write(Data("Positions: \(error)\n".utf8))
      exit(1)
    }
  }
}
