import PlayheadArguments

/// The options of a subcommand whose operands are files, playlists and folders.
package protocol ListingOptions: MediaOptions {
  /// Which folders are replaced by the media in them.
  var folders: MediaFolder.Choice { get set }
}

extension ListingOptions {
  /// Returns the files that arguments name, of playlists and folders, too, whose reading may block.
  package func listedFiles(_ arguments: [String]) -> [ListedFile] {
    ListFileExpansion.files(arguments, access: access, folders: folders)
  }
}

extension CommandOption where Options: ListingOptions {
  package static var recursive: CommandOption {
    flag(
      nil, "recursive", "include the media in the folders of a folder", \.folders, .recursive)
  }
}
