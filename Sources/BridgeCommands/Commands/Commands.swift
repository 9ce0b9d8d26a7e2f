/// The table of commands, in the order of the help.
enum Commands {
  static let all: [Command] = [
    .bare,
    .initialise,
    .validate,
    .check,
    .run,
    .explore,
    .format,
    .explain,
    .jsonCheck,
    .schemaValidate,
    .schemaTest,
    .schemaCompare,
    .encode,
    .help,
    .completions,
  ]
}
