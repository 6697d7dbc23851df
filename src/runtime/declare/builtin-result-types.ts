/** Result types of answers that any command can give, whatever it declares. */
export const FRAMEWORK_TYPES: readonly string[] = Object.freeze([
  'command_schema',
  'help',
  'version',
])
