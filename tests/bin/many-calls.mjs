// Commands that disturb their neighbours, for exec and other ways of making many calls in one process.
import { writeSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { text as streamText } from 'node:stream/consumers'

import { defineCli, defineCommand, defineGroup, s, serve } from 'surety'

import { tellsSecret } from './tells-secret.mjs'

const exitCodes = { SUCCESS: 'It is done' }
const never = () => new Promise((resolve) => setTimeout(resolve, 60_000))
const safe = (run, more = {}) =>
  defineCommand({ description: 'Does something', danger: 'safe', exitCodes, run, ...more })

const echo = safe(({ args, options, globals }) => ({ ...args, ...options, ...globals }), {
  args: { word: s.string(), rest: s.array(s.string()).optional() },
  options: {
    count: s.integer().optional(),
    deepName: s.boolean().default(false),
    tags: s.array(s.string()).optional(),
    point: s.object({ x: s.number() }).optional(),
  },
})
const surroundings = safe(() => ({ cwd: process.cwd(), left: process.env.LEFT ?? null }))
const disturb = safe(() => {
  process.chdir('/')
  process.env.LEFT = 'behind'
  console.log('noise')
  writeSync(1, 'more noise\n')
  return { done: true }
})
const throwLater = safe(() => {
  setTimeout(() => {
    throw new Error('thrown in a timer')
  }, 1)
  return never()
})
const leaveBomb = safe(() => {
  setTimeout(() => {
    throw new Error('left behind')
  }, 30)
  return { done: true }
})
const wait = safe(() => new Promise((resolve) => setTimeout(resolve, 120, { waited: true })))
const reject = safe(() => {
  void Promise.reject(new Error('nobody listens'))
  return never()
})
const readStdin = safe(
  async ({ stdin }) => {
    let direct = ''
    for await (const chunk of process.stdin) direct += chunk
    return { declared: stdin(), direct }
  },
  { stdin: true },
)
const ask = safe(() => createInterface({ input: process.stdin }).question('Sure? '))
const readThenWork = safe(async () => {
  for await (const chunk of process.stdin) void chunk
  return new Promise((resolve) => setTimeout(resolve, 1100, { worked: true }))
})
const hang = safe(({ onCleanup }) => {
  onCleanup(() => appendFile(process.env.MARK, 'cleaned up\n'))
  writeSync(2, 'hanging\n')
  return never()
})
const signIn = safe(
  ({ options, log }) => {
    log.info(`key ${options.apiKey}`)
    throw new Error(`refused ${options.apiKey}`)
  },
  { options: { apiKey: s.string().secret() } },
)
const remove = defineCommand({
  description: 'Removes a volume',
  danger: 'destructive',
  exitCodes: { SUCCESS: 'It is gone' },
  args: { name: s.string() },
  run: ({ args }) => ({ effect: 'deleted', name: args.name }),
  dryRun: ({ args }) => ({ effect: 'would_delete', would_affect: [args.name] }),
})

await serve(
  defineCli({
    name: 'many',
    version: '1.0.0',
    description: 'Many calls',
    globals: { tenant: s.string().default('main') },
    commands: {
      echo,
      surroundings,
      disturb,
      'throw-later': throwLater,
      'leave-bomb': leaveBomb,
      wait,
      reject,
      exit: safe(() => process.exit(3)),
      slow: safe(never, { timeoutMs: 50 }),
      'read-stdin': readStdin,
      'read-process': safe(() => streamText(process.stdin)),
      ask,
      'read-then-work': readThenWork,
      rows: safe(async function* () {
        yield { row: 1 }
        yield { row: 2 }
      }),
      hang,
      'sign-in': signIn,
      'tell-secret': safe(tellsSecret.run, { options: tellsSecret.options }),
      volume: defineGroup({ description: 'Volumes', commands: { remove } }),
    },
  }),
)
