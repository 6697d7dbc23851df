import { FAILURE_NAMES, type JsonObject } from '../../contract/index.ts'

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })
const words = (description: string): JsonObject => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description,
})
const flag = (description: string): JsonObject => ({ type: 'boolean', description })
const pattern = (description: string): JsonObject =>
  text(`${description} A regular expression of JavaScript with the flags m and u.`)
const seconds = {
  type: 'number',
  minimum: 0.001,
  maximum: 86_400,
  description: 'The time limit of a call.',
}
const scalar: JsonObject = { type: ['string', 'number', 'boolean', 'null'] }
const effect: JsonObject = { enum: ['created', 'updated', 'deleted', 'noop'] }
const place = (description: string): JsonObject =>
  text(`${description} A JSON pointer (/error/code) or a dotted path, * for every item.`)
const stream: JsonObject = { enum: ['stdout', 'stderr'] }

const parameter: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['summary'],
  properties: {
    summary: text('What the value is for.'),
    type: { enum: ['string', 'integer', 'number', 'boolean'], default: 'string' },
    values: { type: 'array', minItems: 1, items: { type: 'string' } },
    many: flag('May be given several times; of arguments the last one only.'),
    required: flag('Default true for arguments, false for options.'),
    default: scalar,
    pattern: text('What a text must match: a regular expression of JavaScript with the flag u.'),
    min: { type: 'number' },
    max: { type: 'number' },
    words: words('The words for each value; {} is the value.'),
    env: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
    secret: flag('Must never be shown.'),
    dash: flag(
      'Allows a value that begins with a dash where the program may take it as an option.',
    ),
  },
}

const parameters = (description: string): JsonObject => ({
  type: 'object',
  description,
  propertyNames: { pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
  additionalProperties: parameter,
})

const part: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['as'],
  properties: {
    from: { ...stream, default: 'stdout' },
    as: { enum: ['auto', 'text', 'json', 'ndjson', 'lines', 'records', 'none'] },
    pick: place('What to take from each document.'),
    pattern: pattern('Named groups are the members of each line or record.'),
    fields: words('The members of each line or record, in order.'),
    separator: text('What is between fields; default a tab.'),
    types: {
      type: 'object',
      additionalProperties: { enum: ['integer', 'number', 'boolean'] },
    },
  },
}

const output: JsonObject = {
  type: 'object',
  anyOf: [
    part,
    {
      type: 'object',
      additionalProperties: false,
      required: ['members'],
      properties: { members: { type: 'object', additionalProperties: part } },
    },
  ],
}

const failure: JsonObject = {
  exit: { enum: [...FAILURE_NAMES], description: 'An exit of the contract.' },
  code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]+$' },
  message: text('The message; {group} is a named group of the pattern.'),
  message_at: place('Where the message is in the JSON that was printed.'),
  suggestion: text('What to do about it.'),
  leaves_changes: flag('Whether something is changed all the same.'),
  shows_output: flag('Whether the details hold what the output says.'),
  retryable: flag('Whether the same call may succeed later.'),
}

const exits: JsonObject = {
  type: 'object',
  description: 'What exit numbers mean.',
  propertyNames: { pattern: '^(0|[1-9][0-9]{0,2})$' },
  additionalProperties: {
    anyOf: [
      { const: 'success' },
      {
        type: 'object',
        additionalProperties: false,
        required: ['success'],
        properties: { success: text('What the number means.'), data: {}, effect },
      },
      {
        type: 'object',
        additionalProperties: false,
        required: ['exit', 'code'],
        properties: failure,
      },
    ],
  },
}

const number: JsonObject = { type: 'integer', minimum: 0, maximum: 255 }

const errors: JsonObject = {
  type: 'array',
  description: 'Rules for failures; the first one whose conditions all hold counts.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['when', 'exit', 'code'],
    properties: {
      when: {
        type: 'object',
        additionalProperties: false,
        properties: {
          exit: { anyOf: [number, { type: 'array', items: number }] },
          stdout: pattern('For the end of stdout.'),
          stderr: pattern('For the end of stderr.'),
          json: {
            type: 'object',
            additionalProperties: false,
            required: ['at'],
            properties: {
              in: { ...stream, default: 'stdout' },
              at: place('Where to look.'),
              equals: { anyOf: [scalar, { type: 'array', items: scalar }] },
              matches: pattern('What the value must match.'),
            },
          },
        },
      },
      ...failure,
    },
  },
}

const command: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'danger', 'call'],
  properties: {
    summary: text('One sentence.'),
    danger: { enum: ['safe', 'mutating', 'destructive'] },
    effect: { ...effect, description: 'The change that a success stands for.' },
    unchanged: pattern('Says in the output of a success that nothing was changed.'),
    call: words('The words after the program; {name} stands for those of a parameter.'),
    args: parameters('Positional arguments, in order.'),
    options: parameters('Options.'),
    stdin: flag('Whether the program reads standard input.'),
    network: flag('Whether it uses the network.'),
    list: flag('Whether the data is a list that callers may read page by page.'),
    timeout_seconds: seconds,
    dry_run: words('Words that make the program show what it would do.'),
    output,
    exits,
    errors,
    examples: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['summary', 'words'],
        properties: {
          summary: text('What it does.'),
          words: { type: 'string', description: 'The words after those of the command.' },
        },
      },
    },
  },
}

/** The JSON Schema of a description, published as `schemas/wrap.json`. */
export const wrapSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A wrapped program',
  description: 'Describes a program, so that surety can make a tool of it that keeps the contract.',
  type: 'object',
  additionalProperties: false,
  required: ['surety_wrap', 'name', 'summary', 'program', 'commands'],
  properties: {
    $schema: { type: 'string' },
    surety_wrap: { const: 1, description: 'The version of this format.' },
    name: {
      type: 'string',
      pattern: '^[a-z0-9][a-zA-Z0-9._-]*$',
      description: 'The name of the wrapped tool, other than that of the program.',
    },
    summary: text('One sentence.'),
    version: {
      type: 'string',
      pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$',
      description: 'The version of the description; default 1.0.0.',
    },
    program: {
      ...words('The words that start the program, before those of every command.'),
      minItems: 1,
    },
    program_version: {
      type: 'object',
      additionalProperties: false,
      required: ['words'],
      properties: {
        words: words('The words that print the version.'),
        pattern: pattern('The first group is the version.'),
      },
    },
    env: {
      type: 'object',
      description: 'Variables for the program; null removes one.',
      additionalProperties: { type: ['string', 'null'] },
    },
    timeout_seconds: seconds,
    groups: { type: 'object', additionalProperties: text('What the commands do.') },
    commands: {
      type: 'object',
      propertyNames: { pattern: '^[a-z0-9][a-z0-9_-]*( [a-z0-9][a-z0-9_-]*)*$' },
      additionalProperties: command,
    },
    exits,
    errors,
  },
}
