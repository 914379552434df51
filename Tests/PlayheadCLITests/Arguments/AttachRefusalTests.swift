import PlayheadArguments
import PlayheadOutputs
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadCLI
@testable import PlayheadPlayCommands

/// What `attach` does with each option of playback.
@Suite struct AttachRefusalTests {
  private func refusal(_ words: String...) -> String? {
    do throws(UsageError) {
      _ = try Invocation.parse(["playhead", "attach"] + words)
      return nil
    } catch {
      return error.text
    }
  }

  @Test func eachOptionOfPlaybackWorksOrIsRefusedWithTheReason() {
    let known = Set(AttachOptions.table.map(\.long))
    for option in PlayOptions.table {
      let reason = AttachOptions.refusals[option.long]
      #expect(known.contains(option.long) != (reason != nil), "--\(option.long)")
      guard let reason else { continue }
      let message = "--\(option.long) cannot be used with attach: \(reason.text)"
      #expect(refusal("--\(option.long)", "1", "mpd") == message)
      #expect(refusal("--\(option.long)=1", "mpd") == message)
      if let short = option.short { #expect(refusal("-\(short)", "1", "mpd") == message) }
    }
    #expect(Set(AttachOptions.refusals.keys).isSubset(of: PlayOptions.table.map(\.long)))
  }

  @Test func optionsOfReadingMediaNeedMedia() {
    for words in [["--probe", "1"], ["--protocols", "https"]] {
      #expect(refusal(words[0], words[1], "mpd") == "\(words[0]) requires --media auto")
      #expect(refusal(words[0], words[1], "--media", "auto", "mpd") == nil)
    }
    #expect(refusal("-v", "--end", "50%", "mpd") == nil)
  }
}
