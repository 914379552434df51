// The modules that client code gets with Apple's MediaPlayer.
@_exported import Dispatch
@_exported import Foundation
