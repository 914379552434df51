/// The files of the repository, which is the working directory.
enum Repository {
  static func path(_ file: String) -> String { file }
}
