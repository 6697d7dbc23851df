import { FAILURE_NAMES } from '../../contract/index.ts'
import { s } from '../../schema/index.ts'

const text = (description: string) => s.string().min(1).describe(description).optional()
const exit = s.enum(FAILURE_NAMES)

const match = s.object({
  class: text('The class or the name of the error.'),
  code: s.union([s.string(), s.number()]).describe('The code of the error.').optional(),
  message: text('A regular expression of JavaScript that its message matches.'),
  exit: s.integer().describe('The number that the program exits with.').optional(),
})

const errors = s.record(
  s.union([
    exit,
    s.object({
      exit,
      when: s
        .union([match, s.array(match)])
        .describe('Which errors are meant; by default those whose code, name or class is the key.')
        .optional(),
      description: text('When it happens.'),
      retryable: s.boolean().optional(),
      suggestion: text('What the caller can do.'),
      fixRequired: text('What the caller has to correct.'),
      fixCommand: text('A command of the tool that corrects it.'),
    }),
  ]),
)

const exits = s.record(exit)
const examples = s.array(s.object({ description: s.string(), command: s.string() })).optional()

const parameter = s.object({
  type: s.enum(['boolean', 'string', 'number', 'count', 'list']).optional(),
  choices: s.array(s.string()).describe('The values that it accepts.').optional(),
  description: text('Replaces the description of the program.'),
  secret: s.boolean().describe('Never shown, whatever the verbosity.').optional(),
  required: s.boolean().optional(),
})

const command = s.object({
  description: text('Replaces the description of the program.'),
  danger: s
    .enum(['safe', 'mutating', 'destructive'])
    .describe('Without it callers assume that the command changes things.')
    .optional(),
  effect: s
    .enum(['created', 'updated', 'deleted', 'noop'])
    .describe('The change that a success means.')
    .optional(),
  output: s
    .enum(['auto', 'text', 'lines', 'json', 'jsonl', 'none'])
    .describe('How the printed text becomes data.')
    .optional(),
  schema: s.unknown().describe('The JSON Schema of the data.').optional(),
  type: text('The name of the result.'),
  types: s.array(s.string()).optional(),
  errors: errors.optional(),
  exits: exits.describe('Exit numbers of the program and what they stand for.').optional(),
  parameters: s
    .record(parameter)
    .describe('What the framework does not know about options and arguments, by name.')
    .optional(),
  examples,
  nextSteps: s.array(s.object({ command: s.string(), description: s.string() })).optional(),
  list: s.boolean().describe('Whether it returns a list, which is given out in pages.').optional(),
  cacheable: s.boolean().optional(),
  timeoutMs: s.integer().min(0).describe('The time limit; 0 for none.').optional(),
  interactive: s.boolean().describe('Whether it may ask questions.').optional(),
  scopes: s.array(s.string()).optional(),
  hidden: s.boolean().optional(),
  deprecated: text('Why it should no longer be used.'),
  mcp: s.literal(false).describe('Keeps it away from MCP clients.').optional(),
})

const redirect = s.object({
  to: s.string().min(1),
  permanent: s.boolean().optional(),
  reason: text('Why it moved.'),
})

/** A file of declarations: the part of them that JSON can hold. */
export const fileSchema = s.object({
  $schema: text('The schema of this file.'),
  name: text('The name of the tool; by default that of the program.'),
  version: text('By default that of the program.'),
  description: text('By default that of the program.'),
  dialect: text('The dialect of answers when the caller requests none.'),
  envPrefix: text('The prefix of the environment variables of the tool.'),
  timeoutMs: s.integer().min(0).optional(),
  output: s
    .object({
      piped: text('The format when stdout is no terminal.'),
      env: text('A variable that selects the format.'),
    })
    .optional(),
  requiresCommand: s.boolean().optional(),
  errors: errors.describe('Errors of every command.').optional(),
  exits: exits.describe('Exit numbers of every command.').optional(),
  redirects: s.record(redirect).describe('Commands that moved, by their old path.').optional(),
  examples,
  commands: s.record(command).describe('By path: issue delete.').optional(),
})
