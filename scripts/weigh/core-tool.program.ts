import { readFile } from 'node:fs/promises'

import { defineCli, defineCommand, s, serve } from '../../packages/surety/src/index.ts'

/** A tool with one command for each ordinary way to end; core.ts counts what its calls go through. */
const safe = { description: 'Does it', danger: 'safe' } as const
const preview = (effect: string) => () => ({ effect, would_affect: [] })

const tool = defineCli({
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes',
  redirects: { old: { to: 'hello', permanent: true } },
  commands: {
    hello: defineCommand({
      ...safe,
      args: { name: s.string().describe('Who') },
      options: {
        loud: s.boolean().default(false).describe('Shout'),
        times: s.integer().min(1).default(1).describe('Times'),
      },
      output: s.object({ greeting: s.string() }),
      run: ({ args, options }) => ({
        greeting: `Hello ${options.loud ? args.name.toUpperCase() : args.name}`,
      }),
    }),
    list: defineCommand({
      ...safe,
      list: true,
      options: { tag: s.array(s.string()).optional().describe('Only') },
      run: ({ page }) => page({ items: [{ id: 1 }, { id: 2 }], total: 9, next: 2 }),
    }),
    fail: defineCommand({
      ...safe,
      errors: { GONE: 'NOT_FOUND', TAKEN: 'CONFLICT' },
      run: ({ fail }) => fail('GONE', 'It is gone.'),
    }),
    crash: defineCommand({
      ...safe,
      run: () => {
        throw new TypeError('x is not a function')
      },
    }),
    missing: defineCommand({ ...safe, run: () => readFile('/nope', 'utf8') }),
    slow: defineCommand({
      ...safe,
      timeoutMs: 50,
      run: ({ signal }) =>
        new Promise((resolve) => {
          setTimeout(resolve, 5000).unref()
          signal.addEventListener('abort', resolve)
        }),
    }),
    print: defineCommand({
      ...safe,
      run: () => {
        console.log('noise')
        return { ok: 1 }
      },
    }),
    exits: defineCommand({ ...safe, run: () => process.exit(0) }),
    big: defineCommand({ ...safe, run: () => ({ text: 'x'.repeat(2_000_000) }) }),
    bad: defineCommand({
      ...safe,
      output: s.object({ n: s.number() }),
      run: () => ({ n: 'no' }) as never,
    }),
    same: defineCommand({
      ...safe,
      cacheable: true,
      run: ({ notModified }) => notModified('e1'),
    }),
    write: defineCommand({
      ...safe,
      danger: 'mutating',
      dryRun: preview('would_create'),
      run: () => ({ effect: 'created' }) as never,
    }),
    drop: defineCommand({
      ...safe,
      danger: 'destructive',
      dryRun: preview('would_delete'),
      run: () => ({ effect: 'deleted' }) as never,
    }),
    rows: defineCommand({
      ...safe,
      async *run() {
        yield { a: 1 }
        yield { a: 2 }
      },
    }),
    read: defineCommand({
      ...safe,
      stdin: true,
      run: ({ stdin }) => ({ got: stdin().length }),
    }),
  },
})
await serve(tool)
