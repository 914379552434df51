// The modules that client code gets with Apple's CoreMedia.
@_exported import Dispatch
@_exported import Foundation
// Gives the module its submodules.
internal import CPlayheadCoreMedia
