import type { ExitName, JsonValue } from 'surety/unstable/contract'
import { defineCli, defineCommand, defineGroup } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import type { CallResult } from './caller.ts'
import { connect } from './connect.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_T extends true>(): void => {}

const add = defineCommand({
  description: 'x',
  args: { title: s.string() },
  options: { tags: s.array(s.string()).default([]), due: s.string().optional() },
  errors: { NOTES_FULL: 'CONFLICT' },
  run: ({ args, options }) => ({ id: 1, title: args.title, tags: options.tags, at: new Date() }),
})
const cli = defineCli({
  name: 'notes',
  globals: { book: s.string().default('inbox') },
  commands: {
    add,
    show: defineCommand({
      description: 'x',
      args: { id: s.integer() },
      output: s.object({ id: s.integer(), title: s.string() }),
      run: ({ args }) => ({ id: args.id, title: 'x' }),
    }),
    watch: defineCommand({
      description: 'x',
      output: s.object({ build: s.integer() }),
      async *run() {
        yield { build: 1 }
      },
    }),
    // Plain declarations: handlers know their input, and callers get what the schema says.
    find: {
      description: 'x',
      danger: 'safe',
      args: { text: s.string() },
      options: { limit: s.integer().default(5) },
      env: { NOTES_HOME: s.string() },
      output: s.array(s.object({ id: s.integer() })),
      errors: { NO_INDEX: 'PRECONDITION' },
      validate: ({ args }) => {
        holds<Equal<typeof args.text, string>>()
      },
      run: ({ args, options, env, fail }) => {
        holds<Equal<typeof args.text, string>>()
        holds<Equal<typeof options.limit, number>>()
        holds<Equal<typeof env.NOTES_HOME, string>>()
        // @ts-expect-error the argument is not declared
        if (args.nothing === 1) return []
        // @ts-expect-error the code is not declared
        if (options.limit === 2) fail('SOMETHING', 'x')
        if (options.limit === 3) fail('NO_INDEX', 'x')
        return [{ id: 1 }]
      },
    },
    tag: {
      description: 'x',
      commands: {
        add: {
          description: 'x',
          args: { id: s.integer(), tag: s.string() },
          run: ({ args }) => {
            holds<Equal<typeof args.id, number>>()
            return { tag: args.tag }
          },
        },
        deep: defineGroup({ description: 'x', commands: { add } }),
      },
    },
    later: { description: 'x', load: async () => ({ command: add }) },
  },
})

const notes = connect<typeof cli>(['notes'])

const added = await notes.add({ title: 'x', tags: ['a'] })
if (added.ok) {
  holds<Equal<typeof added.data.id, number>>()
  holds<Equal<typeof added.data.tags, string[]>>()
  // Dates arrive as text.
  holds<Equal<typeof added.data.at, string>>()
  // @ts-expect-error there is no such member
  void added.data.nothing
} else {
  holds<Equal<typeof added.exit, ExitName>>()
  holds<Equal<typeof added.retryable, boolean | null>>()
  const code: 'NOTES_FULL' | (string & {}) = added.code
  void code
}
// @ts-expect-error data is there only after a success
void added.data.id
// @ts-expect-error the title is missing
await notes.add({})
// @ts-expect-error a title is text
await notes.add({ title: 7 })
// @ts-expect-error the option is not declared
await notes.add({ title: 'x', colour: 'red' })
// @ts-expect-error the command is not declared
await notes.remove({})

const shown = await notes.show({ id: 1 }, { timeoutMs: 100, flags: ['--fields=id'] })
if (shown.ok) holds<Equal<typeof shown.data, { id: number; title: string }>>()

// The page after the first one, and the options of every command.
if (shown.ok) holds<Equal<typeof shown.next, string | null>>()
connect<typeof cli>(['notes'], { globals: { book: 'work' } })
await notes.show({ id: 1 }, { globals: { book: 'work' }, input: 'x', cursor: 'x' })
// @ts-expect-error the option is text
connect<typeof cli>(['notes'], { globals: { book: 7 } })
// @ts-expect-error there is no such option
await notes.show({ id: 1 }, { globals: { shelf: 'work' } })

for await (const row of notes.watch())
  if (row.ok) holds<Equal<typeof row.data, { build: number }>>()
const all = await notes.watch().all()
if (all.ok) holds<Equal<typeof all.data, { build: number }[]>>()

const found = await notes.find({ text: 'x' })
if (found.ok) holds<Equal<typeof found.data, { id: number }[]>>()
const tagged = await notes.tag.add({ id: 1, tag: 'x' })
// Without `output`, the handler of a plain declaration does not say what it returns.
if (tagged.ok) holds<Equal<typeof tagged.data, JsonValue>>()
const deep: Promise<CallResult<{ title: string }>> = notes.tag.deep.add({ title: 'x' })
const later: Promise<CallResult<{ id: number }>> = notes.later({ title: 'x' })
void [deep, later]

// A tool of one command is called directly.
const greet = defineCli({
  name: 'greet',
  args: { name: s.string() },
  run: ({ args }) => ({ greeting: `Hello ${args.name}` }),
})
const greeted = await connect<typeof greet>(['greet'])({ name: 'Ada' })
if (greeted.ok) holds<Equal<typeof greeted.data, { greeting: string }>>()

// What a plain declaration returns must match its schema.
const output = s.object({ n: s.integer() })
// One line, because compilers disagree on the place of the error.
// @ts-expect-error a text is no number
defineCli({ name: 'x', commands: { bad: { output, run: () => ({ n: 'many' }) } } })

// Commands that a program collects have no types.
const collected: Record<string, typeof add> = { add }
const host = defineCli({ ...cli.declaration, name: 'host' })
const anything = defineCli({ name: 'x', commands: collected })
void [host, anything]
