// What misbehave.cjs offers: the exits of spec-1.6 and its commands, as its manifest lists them.
const EXITS = {
  0: ['SUCCESS', 'It is done', false, 'complete'],
  1: ['GENERAL_ERROR', 'It failed for another reason', false, 'partial'],
  2: ['ARG_ERROR', 'The input was refused', false, 'none'],
  5: ['NOT_FOUND', 'There is no such volume', false, 'none'],
  8: ['AUTH_REQUIRED', 'Nobody is logged in', false, 'none'],
  10: ['TIMEOUT', 'The time limit passed', false, 'partial'],
  13: ['REDIRECTED', 'The command has another name', false, 'none'],
  130: ['INTERRUPTED', 'SIGINT ended it', false, 'partial'],
  143: ['TERMINATED', 'SIGTERM ended it', false, 'partial'],
}
const flag = (type, description) => ({ type, required: false, description })
const GLOBAL = {
  format: { ...flag('enum', 'Format'), enum_values: ['json', 'plain'] },
  help: flag('boolean', 'Help'),
}
const entry = (description, danger, flags, examples = []) => ({
  description,
  danger_level: danger,
  required_scopes: [],
  flags: { ...flags, ...GLOBAL },
  exit_codes: Object.fromEntries(
    Object.entries(EXITS).map(([number, [name, text, retryable, effects]]) => [
      number,
      { name, description: text, retryable, side_effects: effects },
    ]),
  ),
  examples: examples.map((command) => ({ description: 'Example', command })),
})
const COMMANDS = {
  list: entry('Lists volumes', 'safe', {
    zone: flag('string', 'Argument 1: Zone'),
    limit: flag('integer', 'Items per page'),
    cursor: flag('string', 'Next page'),
    stream: flag('boolean', 'One line per item'),
  }),
  get: {
    ...entry('Shows a volume', 'safe', {
      id: { ...flag('string', 'Argument 1: Id'), required: true },
    }),
    output_schema: {
      type: 'object',
      properties: { id: { type: 'string' }, size: { type: 'integer' } },
      required: ['id', 'size'],
    },
  },
  big: entry('Prints much', 'safe', {}),
  rm: entry('Removes a volume', 'destructive', {
    id: { ...flag('string', 'Argument 1: Id'), required: true },
    'dry-run': flag('boolean', 'Preview'),
    yes: flag('boolean', 'Confirms'),
  }),
  wait: entry('Waits', 'safe', {
    ms: { ...flag('integer', 'Argument 1: Milliseconds'), required: true },
    'timeout-ms': flag('integer', 'Limit'),
  }),
  ls: entry('Old name of list', 'safe', {}),
  whoami: entry('Shows the user', 'safe', {}),
  schema: entry('Lists the types of results', 'safe', {}),
  manifest: entry('Prints the manifest', 'safe', { etag: flag('string', 'Known etag') }),
}

module.exports = { COMMANDS, entry, flag }
