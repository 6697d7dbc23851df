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
      for await (const _ of lines()) count += 1
      return { count }
    },
  })

/** Lists of two equal members, many levels deep: small in memory, endless as JSON. */
const doubled = (levels) =>
  Array.from({ length: levels }).reduce((inner) => [inner, inner], 'x'.repeat(100))

await serve(
  defineCli({
    name: 'every',
    version: '1.0.0',
    description: 'Is asked for answers that are hard to give',
    commands: {
      lines: countLines(1000),
      'lines-for-long': countLines(30_000),
      number: command({
        args: { id: s.integer() },
        run: ({ args }) => ({ id: args.id }),
      }),
      big: command({
        args: { id: s.bigint() },
        output: s.object({ id: s.bigint(), next: s.bigint() }),
        run: ({ args }) => ({ id: args.id, next: args.id + 1n }),
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
      lock: command({
        danger: 'mutating',
        configScope: true,
        run: async ({ config }) => {
          await (await config()).write({ a: 1 })
          return { effect: 'updated' }
        },
      }),
    },
  }),
)
