import type {
  CliDeclaration,
  CommandDeclaration,
} from '../../../packages/surety/src/runtime/index.ts'
import { defineExitCode, s } from '../../../packages/surety/src/index.ts'

const quotaUsedUp = defineExitCode({ name: 'QUOTA_USED_UP', number: 79, description: 'No room' })

/** An example of every member of a tool; `docs/framework/members.md` shows its source. */
export const cliExamples: Required<CliDeclaration> = {
  name: 'notes',
  calledAs: ['npx', 'notes'],
  version: '1.0.0',
  description: 'Keeps notes',
  commands: { add: { description: 'Adds a note', run: () => ({ effect: 'created' }) } },
  default: 'add',
  globals: { book: s.string().default('inbox').describe('Which book of notes') },
  errors: { BOOK_MISSING: 'NOT_FOUND', QUOTA_USED_UP: quotaUsedUp },
  redirects: { create: { to: 'add' } },
  contract: { versions: { '1': 'spec-1.6', '2': 'spec-1.16' }, default: '2' },
  dialect: 'spec-1.16',
  exitByCode: { BOOK_MISSING: 3 },
  output: { terminal: 'plain', width: 80 },
  timeoutMs: 10_000,
  envPrefix: 'NOTES',
  guide: { intro: 'Search before you add: titles are unique.' },
  beforeRun: ({ log, command }) => log.debug(`starts ${command}`),
  afterRun: ({ log }, end) => log.debug('error' in end ? 'failed' : 'done'),
}

/** An example of every member of a command. They do not fit into one command; each stands alone. */
export const commandExamples: Required<CommandDeclaration> = {
  description: 'Adds a note',
  danger: 'mutating',
  exitCodes: { CONFLICT: 'There is a note with this title' },
  args: { title: s.string().min(1) },
  options: { tags: s.array(s.string()).default([]) },
  env: { NOTES_HOME: s.string().optional() },
  globals: { book: s.string() },
  output: s.object({ id: s.integer(), effect: s.enum(['created']) }),
  type: 'note',
  types: ['note', 'draft'],
  errors: { TITLE_TAKEN: 'CONFLICT' },
  aliases: ['new'],
  hidden: true,
  section: 'Write',
  deprecated: { message: 'Notes have books now', use: 'add --book inbox' },
  examples: [{ description: 'Add a note', command: 'notes add milk' }],
  nextSteps: [{ command: 'notes list', description: 'Shows all notes' }],
  validate: ({ args }) =>
    args['title'] === 'x' ? [{ param: '<title>', code: 'TOO_SHORT', message: 'Say more.' }] : [],
  view: (data) => [data],
  text: (data) => `Added ${JSON.stringify(data)}`,
  failureText: (data) => `Added before the failure: ${JSON.stringify(data)}`,
  run: ({ args, globals }) => ({
    id: 1,
    effect: 'created',
    title: args['title'],
    in: globals['book'],
  }),
  dryRun: ({ args }) => ({ effect: 'would_create', would_affect: [args['title']] }),
  idempotent: true,
  settles: { read: 'show {title}', proves: true },
  interactive: true,
  network: true,
  timeoutMs: 5000,
  auth: { tokenEnv: ['NOTES_TOKEN'] },
  list: { defaultLimit: 50, maxLimit: 200 },
  cacheable: true,
  stdin: { mode: 'lines', maxLineBytes: 65_536 },
  filter: 'on-request',
  mcp: false,
}
