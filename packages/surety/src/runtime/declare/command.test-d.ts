import { s } from '../../schema/index.ts'
import { defineExitCode } from '../../contract/index.ts'
import { defineCli } from './cli.ts'
import { defineCommand } from './command.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_T extends true>(): void => {}

const base = {
  description: 'x',
  danger: 'safe',
  exitCodes: { SUCCESS: 'x', NOT_FOUND: 'x' },
} as const

defineCommand({
  ...base,
  args: { name: s.string() },
  options: { times: s.integer().default(1), tags: s.array(s.string()).optional() },
  env: { ACME_TOKEN: s.string() },
  output: s.object({ greeting: s.string() }),
  errors: { NOBODY: 'NOT_FOUND' },
  run: ({ args, options, env, fail, signal }) => {
    holds<Equal<typeof args.name, string>>()
    holds<Equal<typeof options.times, number>>()
    holds<Equal<typeof options.tags, string[] | undefined>>()
    holds<Equal<typeof env.ACME_TOKEN, string>>()
    holds<Equal<typeof signal, AbortSignal>>()
    // @ts-expect-error the code is not declared
    if (options.times === 2) fail('SOMETHING', 'x')
    if (options.times === 3) return fail('NOBODY', 'x')
    return { greeting: args.name }
  },
})

// @ts-expect-error the result does not match its schema
defineCommand({ ...base, output: s.object({ count: s.integer() }), run: () => ({ count: 'many' }) })

// Danger and exit codes may be left out, and exits of one's own are used by reference.
const quota = defineExitCode({ name: 'QUOTA', number: 79, description: 'x' })
defineCommand({
  description: 'x',
  errors: { QUOTA: quota, GONE: { exit: quota } },
  run: ({ fail }) => fail('QUOTA', 'x'),
})
// @ts-expect-error an exit by number
defineCommand({ description: 'x', errors: { QUOTA: 79 }, run: () => ({}) })

// A tool of one command has the types of a command.
defineCli({
  name: 'greet',
  args: { name: s.string() },
  options: { times: s.integer().default(1) },
  run: ({ args, options }) => {
    holds<Equal<typeof args.name, string>>()
    holds<Equal<typeof options.times, number>>()
    return {}
  },
})
defineCli({ name: 'notes', commands: { add: { description: 'x', run: () => ({}) } } })
// @ts-expect-error a tool needs a command
defineCli({ name: 'notes' })

// @ts-expect-error exit codes are declared by name, not by number
defineCommand({ ...base, exitCodes: { SUCCESS: 'x', 5: 'gone' }, run: () => ({}) })

// The output of a stream is the schema of a row, or of the list of all rows.
const row = s.object({ build: s.integer() })
defineCommand({
  description: 'x',
  output: row,
  async *run() {
    yield { build: 1 }
  },
})
defineCommand({
  description: 'x',
  output: s.array(row),
  async *run() {
    yield { build: 1 }
  },
})
defineCommand({
  description: 'x',
  output: row,
  // @ts-expect-error a row of another shape
  async *run() {
    yield { build: 'one' }
  },
})

// The literals of a result need no `as const`, and lists may be read-only.
const effect = s.object({
  effect: s.enum(['created', 'updated']),
  tags: s.array(s.string()).optional(),
})
defineCommand({ ...base, output: effect, run: () => ({ effect: 'created' }) })
defineCommand({
  ...base,
  args: { id: s.integer() },
  output: s.array(effect),
  run: async ({ args }) => [{ effect: args.id > 1 ? 'created' : 'updated', tags: ['x'] }],
})
defineCli({ name: 'x', run: () => ({ effect: 'created' }) })
// @ts-expect-error the enum has no such value
defineCommand({ ...base, output: effect, run: () => ({ effect: 'removed' }) })

// Without a schema, callers get the wide types of what a handler returns.
const wide = defineCommand({
  ...base,
  run: () => ({
    id: 1,
    name: Math.random() > 2 ? 'x' : null,
    ok: true,
    at: new Date(),
    rows: [{ n: 1 }],
    state: 'open' as 'open' | 'done',
  }),
})
type Wide = NonNullable<(typeof wide)['signature']>['data']
holds<
  Equal<
    Wide,
    {
      id: number
      name: string | null
      ok: boolean
      at: string
      rows: { n: number }[]
      state: 'open' | 'done'
    }
  >
>()

// A destructive command has a preview, unless it is a server.
const removed = { description: 'x', danger: 'destructive', run: () => ({ n: 1 }) } as const
defineCommand({ ...removed, dryRun: ({ args }) => ({ args }) })
defineCommand({ ...removed, filter: { protocol: 'lsp' } })
// @ts-expect-error there is no preview
defineCommand({ ...removed })
// @ts-expect-error there is no preview
defineCli({ ...removed, name: 'x' })
// @ts-expect-error there is no preview
defineCli({ name: 'x', commands: { a: { description: 'x', danger: 'destructive', run: () => 1 } } })
defineCli({
  name: 'x',
  commands: {
    a: {
      description: 'x',
      danger: 'destructive',
      args: { id: s.integer() },
      dryRun: ({ args }) => ({ id: args.id.toFixed() }),
      run: ({ args }) => ({ id: args.id.toFixed() }),
    },
  },
})
// @ts-expect-error there is no preview
defineCli({ name: 'x', commands: { g: { description: 'x', commands: { bad: removed } } } })

// Inside `commands` nothing of the tool is repeated: its errors and its global options are known, words need no `as const`.
defineCli({
  name: 'x',
  errors: { GONE: 'NOT_FOUND' },
  globals: { loud: s.boolean().default(false) },
  commands: {
    a: {
      description: 'x',
      output: s.object({ effect: s.literal('created'), n: s.integer() }),
      run: ({ globals }) => ({ effect: 'created', n: globals.loud ? 1 : 2 }),
    },
    g: {
      description: 'x',
      commands: {
        b: {
          description: 'x',
          errors: { FULL: 'CONFLICT' },
          args: { id: s.string() },
          run: async ({ args, fail }) =>
            fail(args.id === 'a' ? 'GONE' : 'FULL', 'x', { target: args.id }),
        },
        // @ts-expect-error the code is declared nowhere
        c: { description: 'x', run: ({ fail }) => fail('LOST', 'x') },
        // @ts-expect-error an error has no such fact
        d: { description: 'x', run: ({ fail }) => fail('GONE', 'x', { targt: 'x' }) },
      },
    },
  },
})

// Names that the framework has, or that nobody can type, are refused where they are written.
const text = s.string()
// @ts-expect-error --json belongs to the framework
defineCommand({ ...base, options: { json: text }, run: () => ({}) })
// @ts-expect-error --help belongs to the framework
defineCli({ name: 'notes', options: { help: text }, run: () => ({}) })
// @ts-expect-error no option has a space in its name
defineCommand({ ...base, options: { 'bad name': text }, run: () => ({}) })
// @ts-expect-error it would be ---Bad
defineCommand({ ...base, options: { Bad: text }, run: () => ({}) })
// @ts-expect-error no command has a space in its name
defineCli({ name: 'notes', commands: { 'bad name': { description: 'x', run: () => ({}) } } })
// @ts-expect-error commands begin with a small letter
defineCli({ name: 'notes', commands: { Add: { description: 'x', run: () => ({}) } } })
const json = { add: { description: 'x', options: { json: text }, run: () => ({}) } }
// @ts-expect-error --json belongs to the framework
defineCli({ name: 'notes', commands: json })
defineCli({
  name: 'notes',
  commands: {
    json: { description: 'x', options: { dryRunFirst: text, snake_case: text }, run: () => ({}) },
    help: defineCommand({ description: 'x', run: () => ({}) }),
    'two-words': { description: 'x', commands: { 2: { description: 'x', run: () => ({}) } } },
  },
})
