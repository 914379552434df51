import PlaybackSession
import PlayheadTerminal

/// What a session makes of the keys, the typed commands and the signals of its terminal.
extension SessionOutputs {
  /// Carries out the request of a key. An error is shown in the status line.
  package func carryOut(
    _ key: Key, hasSound: Bool, _ perform: (SessionRequest) throws(SessionRefusal) -> Void
  ) {
    do throws(ControlError) {
      let request = try SessionRequest(forKey: key, hasSound: hasSound)
      do throws(SessionRefusal) {
        try perform(request)
      } catch {
        display?.showNote(error.reason(of: request))
      }
    } catch {
      display?.showNote(error.text)
    }
  }

  /// Runs a session at its terminal until `body` returns, then ends its outputs; returns whether an output has failed.
  package func run(
    _ keyTerminal: KeyTerminal? = nil, keys take: @escaping @Sendable (Key) -> Void = { _ in },
    commands perform: @escaping @Sendable (SessionRequest) throws(SessionRefusal) -> Void = { _ in
    },
    _ body: () -> Void, then close: () -> Void = {}
  ) -> Bool {
    display?.becomeCurrent()
    // Before the first status line, so that typed characters do not appear in it.
    keyTerminal?.enter()
    let keys = keyTerminal.map { terminal in
      KeyReader(terminal) {
        guard options.readsTypedCommands, let display else { return SingleKeys(take) }
        return TypedCommands(on: display) { ControlInput.carryOut($0, perform) }
      }
    }
    withExtendedLifetime(keys, body)
    positions?.finish()
    timecode?.finish()
    server?.finish()
    close()
    keyTerminal?.leave()
    commands.finish()
    return writer.hasFailed || commands.hasFailed || positions?.hasFailed == true
      || timecode?.hasFailed == true
  }

  /// Returns the handlers for Ctrl-Z, for `fg` and for changes of the window size.
  package func terminalHandlers(_ keys: KeyTerminal? = nil) -> TerminalSignals.Handlers {
    TerminalSignals.Handlers(
      suspend: { [display] in
        display?.suspend()
        keys?.leave()
      },
      resume: { [display] in
        keys?.resume()
        display?.resume()
      },
      refresh: { [display] in
        keys?.refresh()
        display?.refresh()
      })
  }
}
