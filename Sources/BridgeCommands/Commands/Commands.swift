/// The table of commands, in the order of the help.
enum Commands {
  static let all: [Command] = [
    .bare,
    .initialise,
    .explain,
    .jsonCheck,
    .encode,
    .help,
    .completions,
  ]
}
