import Dispatch
import PlayheadAttaching
import PlayheadFormatting
import PlayheadOutputs

/// The list of the players that could be attached now.
extension AttachOptions {
  /// How long the list waits for players that do not answer.
  private static let patience = Duration.seconds(2)

  /// Prints the players, one per line: its name for `attach`, its state, its position and its title.
  func listPlayers() -> ExitStatus {
    let found = described(PlayerDiscovery().entries(within: Self.patience))
    if found.isEmpty {
      Messages.say("attach: no player found")
      return .failed
    }
    let output = StandardOutput()
    for entry in found { output.write(text(of: entry) + "\n") }
    return output.hasFailed ? .failed : .played
  }

  /// Returns the players that answer in time, with their states, positions and titles.
  private func described(_ entries: [AttachableEntry]) -> [AttachableEntry] {
    let answered = DispatchSemaphore(value: 0)
    let players = entries.map { entry in
      entry.playback == nil
        ? PlayerAddress(entry.name).map { AttachedPlayer($0, heard: false) } : nil
    }
    let following = players.compactMap(\.self).map { player in
      // A player counts once, also if it describes its item again or ends.
      player.presencePublisher.combineLatest(player.statusPublisher(queue: nil))
        .first { presence, status in
          if case .item = presence { return true }
          return status == .attached && player.facts?.item == nil
        }
        .sink(receiveCompletion: { _ in answered.signal() }, receiveValue: { _ in })
    }
    let deadline = DispatchTime.now() + .seconds(Int(Self.patience.components.seconds))
    for _ in following where answered.wait(timeout: deadline) == .timedOut { break }
    return zip(entries, players).compactMap { entry, player in
      var entry = entry
      guard let player else { return entry }
      guard case .attached = player.status else { return nil }
      entry.playback = player.facts?.playback
      entry.title = player.currentItem?.title ?? player.currentItem?.location
      entry.position = player.progressIfKnown?.position
      player.close()
      return entry
    }
  }

  private func text(of entry: AttachableEntry) -> String {
    let (state, position) = (entry.playback?.rawValue, entry.position)
    if records.style.format == .json {
      let object: JSONObject = [
        "player": .string(entry.name), "state": .string(state), "position": .seconds(position),
        "title": .string(entry.title),
      ]
      return object.text
    }
    let words = [
      entry.name, state ?? "-", position.map { $0.decimalText(places: 3) } ?? "-",
      entry.title ?? "-",
    ]
    return words.map { $0.withoutControls }.joined(separator: "\t")
  }
}
