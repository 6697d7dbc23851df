import { defineCli, defineCommand, s, serve } from 'surety'

const exitCodes = { SUCCESS: 'It is done' }
const command = (more) =>
  defineCommand({ description: 'Answers', danger: 'safe', exitCodes, ...more })

const countLines = (timeoutMs) =>
  command({
    stdin: 'lines',
    timeoutMs,
    run: async ({ lines }) => {
      let count = 0
      for await (const _ of lines()) {
        if (count === 0) console.error('ready')
        count += 1
      }
      return { count }
    },
  })

/** A schema of no library that throws at what it does not like, samples included. */
const throwing = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value) => {
      if (value !== 'fine') throw new Error('not fine')
      return { value }
    },
  },
}

/** Lists of two equal members, many levels deep: small in memory, endless as JSON. */
const doubled = (levels) =>
  Array.from({ length: levels }).reduce((inner) => [inner, inner], 'x'.repeat(100))

export const tool = defineCli({
  name: 'every',
  version: '1.0.0',
  description: 'Is asked for answers that are hard to give',
  globals: { quietly: s.boolean().default(false).short('q') },
  commands: {
    lines: countLines(400),
    'lines-for-long': countLines(30_000),
    header: command({
      stdin: 'lines',
      run: async ({ lines }) => {
        let header
        for await (const line of lines()) {
          header = line
          break
        }
        const rows = []
        for await (const line of lines()) rows.push(line)
        for await (const line of lines()) rows.push(line)
        return { header, rows }
      },
    }),
    rows: command({
      stdin: 'records',
      run: async ({ records }) => {
        const found = []
        for await (const row of records()) {
          found.push(row)
          break
        }
        for await (const row of records()) found.push(row)
        for await (const row of records()) found.push(row)
        return { found }
      },
    }),
    number: command({
      args: { id: s.integer() },
      run: ({ args }) => ({ id: args.id }),
    }),
    big: command({
      args: { id: s.bigint() },
      output: s.object({ id: s.bigint(), next: s.bigint() }),
      run: ({ args }) => ({ id: args.id, next: args.id + 1n }),
    }),
    any: command({
      args: { value: s.json() },
      run: ({ args }) => ({ value: args.value }),
    }),
    'big-default': command({
      options: {
        id: s.bigint().default(9007199254740993n).example(7n),
        pair: s.object({ id: s.bigint() }).default({ id: 5n }),
      },
      run: ({ options }) => options,
    }),
    'big-list': command({
      list: true,
      options: { id: s.bigint().optional() },
      run: ({ page, addMeta }) => {
        addMeta('big', 2n ** 60n)
        return page({ items: [{ a: 1 }], next: 'more' })
      },
    }),
    'big-put': command({
      danger: 'mutating',
      options: { id: s.bigint() },
      run: () => ({ effect: 'created' }),
    }),
    float: command({
      args: { value: s.number() },
      run: ({ args }) => args,
    }),
    returns: command({
      args: { what: s.string() },
      run: ({ args }) => {
        switch (args.what) {
          case 'headers':
            return { it: new Headers({ a: '1', b: '2' }) }
          case 'query':
            return { it: new URLSearchParams('a=1&a=2') }
          case 'iterable':
            return { it: { async *[Symbol.asyncIterator]() {} } }
          default:
            return doubled(60)
        }
      },
    }),
    login: command({
      options: {
        key: s.string().secret().optional(),
        with: s.object({ key: s.string().secret(), n: s.integer() }).optional(),
      },
      run: ({ options }) => {
        throw new Error(`refused ${options.with?.key ?? options.key}`)
      },
    }),
    url: {
      description: 'Answers',
      // It takes longer to load than all else here, and one command needs it.
      load: async () => {
        const { z } = await import('zod')
        return command({
          args: { url: z.string().transform((text) => new URL(text)) },
          run: ({ args }) => ({ host: args.url.host }),
        })
      },
    },
    throws: command({
      args: { text: throwing },
      run: ({ args }) => ({ text: args.text }),
    }),
    switches: command({
      args: { words: s.array(s.string()).optional() },
      options: {
        loud: s.boolean().default(false),
        limit: s.integer().nullable().optional(),
      },
      run: ({ args, options, globals }) => ({
        words: args.words ?? [],
        ...options,
        ...globals,
      }),
    }),
    waits: command({
      timeoutMs: 500,
      run: ({ signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({}))),
    }),
    id: command({
      args: { id: s.string().resourceId() },
      run: ({ args }) => ({ id: args.id }),
    }),
    reads: command({
      stdin: true,
      timeoutMs: 1000,
      run: ({ stdin }) => ({ size: stdin().length }),
    }),
  },
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
