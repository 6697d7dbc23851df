/** Result types that every command can return without declaring them. */
export const FRAMEWORK_TYPES: readonly string[] = Object.freeze([
  'command_schema',
  'help',
  'llms',
  'not_modified',
  'selection',
  'token_count',
  'version',
])
