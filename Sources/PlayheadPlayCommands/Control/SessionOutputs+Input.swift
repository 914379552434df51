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
        display?.note(error.reason(of: request))
      }
    } catch {
      display?.note(error.text)
    }
  }

  /// Returns the interpreter of what is typed: commands, if `--control` reads them from a terminal with a
  /// status line, and keys otherwise.
  package func makeInterpreter(
    keys take: @escaping (Key) -> Void,
    commands perform: @escaping (SessionRequest) throws(SessionRefusal) -> Void
  ) -> any KeyInterpreter {
    guard options.readsTypedCommands, let display else { return SingleKeys(take) }
    return TypedCommands(on: display) { ControlInput.carryOut($0, perform) }
  }

  /// Returns the handlers for Ctrl-Z, for `fg` and for changes of the window size.
  ///
  /// - Parameter keys: The terminal from which keys are read; nil if none are.
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
