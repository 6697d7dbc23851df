// A tool with a command of each kind that a typed caller can meet.
import { setTimeout as wait } from 'node:timers/promises'
import { defineCli, defineCommand, defineExitCode, defineGroup, s, serve } from 'surety'

const full = defineExitCode({ name: 'NOTES_FULL', number: 79, description: 'No room for a note' })

export const cli = defineCli({
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes',
  globals: { book: s.string().default('inbox') },
  commands: {
    add: defineCommand({
      description: 'Adds a note',
      args: { title: s.string(), files: s.array(s.string()).default([]) },
      options: {
        tags: s.array(s.string()).default([]),
        isUrgent: s.boolean().default(true),
        weight: s.number().default(1),
      },
      errors: { FULL: full },
      run: ({ args, options, fail }) =>
        args.title === 'one too many'
          ? fail('FULL', 'There is no room.', { suggestion: 'Remove a note.' })
          : { id: 7, ...args, ...options, at: new Date(0) },
    }),
    tag: defineGroup({
      description: 'Tags of notes',
      commands: {
        add: {
          description: 'Adds a tag',
          args: { id: s.integer(), tag: s.string() },
          output: s.object({ id: s.integer(), tag: s.string() }),
          run: ({ args }) => ({ id: args.id, tag: args.tag }),
        },
      },
    }),
    list: defineCommand({
      description: 'Lists notes',
      danger: 'safe',
      list: true,
      globals: { book: s.string() },
      output: s.array(s.object({ id: s.integer(), book: s.string() })),
      run: ({ globals }) => Array.from({ length: 45 }, (_, id) => ({ id, book: globals.book })),
    }),
    follow: defineCommand({
      description: 'Lists notes one by one',
      danger: 'safe',
      list: true,
      output: s.array(s.object({ id: s.integer() })),
      async *run() {
        for (let id = 0; id < 45; id += 1) yield { id }
      },
    }),
    size: defineCommand({
      description: 'Counts the characters of standard input',
      danger: 'safe',
      stdin: true,
      run: ({ stdin }) => ({ characters: stdin().length }),
    }),
    count: defineCommand({ description: 'Counts the notes', run: () => 7 }),
    watch: defineCommand({
      description: 'Follows notes',
      options: { count: s.integer().default(2), pause: s.integer().default(0) },
      output: s.object({ ok: s.boolean(), meta: s.object({ note: s.integer() }) }),
      errors: { LOST: 'UNAVAILABLE' },
      timeoutMs: 0,
      async *run({ options, fail }) {
        for (let note = 1; ; note += 1) {
          if (note > options.count) {
            if (options.count === 3) fail('LOST', 'The connection is gone.')
            return
          }
          yield { ok: true, meta: { note } }
          if (options.pause > 0) await wait(options.pause)
        }
      },
    }),
  },
})
await serve(cli)
