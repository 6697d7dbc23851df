// A tool that declares contract 1.16, with commands for the P1 lines about what a command declares.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { defineCli, defineCommand, s, serve } from 'surety'

const leaveTrace = (text = 'x') =>
  process.env.TRACE && appendFileSync(process.env.TRACE, `${text}\n`)
const place = (name) => join(process.env.HOME, name)
const exitCodes = { SUCCESS: 'It is done', PRECONDITION: 'Something is missing' }
const command = (run, more = {}) =>
  defineCommand({ description: 'Shows one line', danger: 'safe', exitCodes, run, ...more })
const change = (run, more = {}) =>
  command(
    (context) => {
      leaveTrace()
      return run(context)
    },
    { danger: 'mutating', ...more },
  )
const late = (entry) =>
  command(() => sleep(20_000), {
    timeoutMs: 200,
    exitCodes: { ...exitCodes, TIMEOUT: { description: 'It took too long', ...entry } },
  })
const failures = {
  LIMITED: { exit: 'RATE_LIMITED' },
  DOWN: { exit: 'UNAVAILABLE' },
  EXPIRED: { exit: 'AUTH_REQUIRED', fixRequired: 'Sign in again.' },
  NO_PROJECT: {
    exit: 'PRECONDITION',
    fixRequired: 'Create the project.',
    fixCommand: 'contracts init',
  },
  NO_NAME: { exit: 'PRECONDITION', fixRequired: 'Choose a name.' },
  BROKEN: { exit: 'GENERAL_ERROR' },
  GONE_FOR_GOOD: { exit: 'UNAVAILABLE', retryable: false },
}
const things = () =>
  existsSync(place('things')) ? JSON.parse(readFileSync(place('things'), 'utf8')) : {}
const keep = (all) => writeFileSync(place('things'), JSON.stringify(all))

const commands = () => ({
  make: change(
    ({ options }) => ({ effect: 'created', id: 7, size: options.size, at: process.pid }),
    {
      options: { size: s.integer().default(1) },
    },
  ),
  rows: defineCommand({
    description: 'Changes one thing after the other',
    danger: 'mutating',
    exitCodes,
    async *run() {
      yield { effect: 'created' }
    },
  }),
  waits: command(() => sleep(20_000), { timeoutMs: 300 }),
  fails: command(({ args, fail }) => fail(args.code, 'It did not work.'), {
    args: { code: s.enum(Object.keys(failures)) },
    exitCodes: {
      ...exitCodes,
      RATE_LIMITED: 'Too many calls',
      UNAVAILABLE: 'It is down',
      AUTH_REQUIRED: 'A credential is missing',
      GENERAL_ERROR: 'It broke',
    },
    errors: failures,
  }),
  'late-reader': late({ retryable: true, sideEffects: 'none' }),
  'late-writer': late({ retryable: false, sideEffects: 'partial' }),
  'late-input': late({ retryable: false, sideEffects: 'none' }),
  init: command(
    () => {
      const effect = existsSync(place('project')) ? 'noop' : 'created'
      writeFileSync(place('project'), '')
      leaveTrace(effect)
      return { effect }
    },
    { danger: 'mutating', idempotent: true },
  ),
  build: command(
    ({ fail }) => {
      if (!existsSync(place('project'))) fail('NO_PROJECT', 'There is no project.')
      return { built: true }
    },
    { errors: { NO_PROJECT: failures.NO_PROJECT } },
  ),
  described: change(({ args, options }) => ({ effect: 'noop', ...args, ...options }), {
    args: {
      zone: s.enum(['a', 'b']).describe('Where it is'),
      files: s.array(s.string()).optional().describe('What goes there'),
    },
    options: {
      size: s.integer().min(1).default(4).describe('How large it is'),
      level: s
        .union([s.literal(1), s.literal(2), s.literal(3)])
        .optional()
        .describe('How urgent it is'),
      filter: s.object({ id: s.string(), age: s.integer().optional() }).optional(),
      items: s.array(s.object({ id: s.string() })).optional(),
      ...(process.env.NEW_OPTION && { added: s.string().describe('A new one') }),
    },
    output: s.object({ effect: s.string(), zone: s.string(), size: s.integer() }).open(),
  }),
  login: command(
    ({ options, env }) => ({ length: (options.token ?? env.CONTRACTS_TOKEN).length }),
    {
      options: { token: s.string().secret().optional() },
      env: { CONTRACTS_TOKEN: s.string().secret().optional() },
    },
  ),
  locks: command(
    async ({ args, onCleanup }) => {
      const lock = place('lock')
      writeFileSync(lock, '', { flag: 'wx' })
      onCleanup(() => rmSync(lock, { force: true }))
      onCleanup(() => leaveTrace(`released ${existsSync(lock)}`))
      writeSync(2, 'ready\n')
      if (args.how === 'wait') await sleep(20_000)
      return {}
    },
    {
      args: { how: s.enum(['go', 'wait']) },
      timeoutMs: Number(process.env.LIMIT ?? 30_000),
    },
  ),
  ids: change(({ args, options }) => ({ effect: 'noop', ...args, ...options }), {
    args: { volumes: s.array(s.string().format('alphanumeric-id')).optional() },
    options: {
      slug: s
        .string()
        .pattern(/^[a-z0-9-]{3,64}$/)
        .optional(),
      run: s.string().format('uuid').optional(),
      page: s.string().format('uri').optional(),
      release: s.string().format('semver').optional(),
      thing: s.string().resourceId().optional(),
      ownerId: s.string().optional(),
      file: s.string().path().optional(),
    },
  }),
  exports: change(({ options }) => ({ effect: 'noop', ...options }), {
    options: {
      file: s.string().optional().conflicts('stdout'),
      stdout: s.boolean().default(false),
      compress: s.boolean().optional().requires('level'),
      level: s.integer().optional(),
    },
  }),
  create: command(
    ({ args, fail }) => {
      const all = things()
      const found = all[args.name]
      if (found) fail('ALREADY_EXISTS', `${args.name} is there.`, { data: found })
      const thing = { id: `v-${args.name}`, name: args.name }
      keep({ ...all, [args.name]: thing })
      return { effect: 'created', ...thing }
    },
    {
      danger: 'mutating',
      args: { name: s.string() },
      exitCodes: { ...exitCodes, CONFLICT: 'It is there already' },
      errors: { ALREADY_EXISTS: 'CONFLICT' },
    },
  ),
  get: command(({ args }) => things()[args.name], { args: { name: s.string() } }),
  remove: command(
    ({ args }) => {
      const { [args.name]: found, ...rest } = things()
      if (!found) return { effect: 'noop', status: 'not_found', id: args.name }
      keep(rest)
      return { effect: 'deleted', status: 'deleted', id: args.name }
    },
    {
      danger: 'destructive',
      args: { name: s.string() },
      exitCodes: { ...exitCodes, NOT_FOUND: 'There is no such thing' },
      dryRun: ({ args }) => ({ effect: 'would_delete', would_affect: [args.name] }),
    },
  ),
  serves: defineCommand({
    description: 'Answers each line with its length',
    danger: 'destructive',
    exitCodes,
    filter: { protocol: 'line-lengths' },
    options: { breaks: s.boolean().default(false), lacks: s.boolean().default(false) },
    run: ({ options, failWith }) => {
      if (options.breaks) failWith('PRECONDITION', 'The index is missing.')
      if (options.lacks) failWith('CONFLICT', 'Another server runs.')
      return answers(failWith)
    },
  }),
  secretly: command(() => ({ seen: true }), { mcp: false }),
})
async function* answers(failWith) {
  writeSync(2, 'ready\n')
  for await (const chunk of process.stdin) {
    const line = String(chunk).trim()
    if (line === 'worse') failWith('ARG_ERROR', 'Nobody can answer that.', { phase: 'validation' })
    yield Buffer.from(line === 'bad' ? 'error\n' : `${line.length}\n`)
  }
}

export const tool = () =>
  defineCli({
    name: 'contracts',
    version: '2.3.1',
    description: 'Shows what commands declare',
    dialect: 'spec-1.16',
    timeoutMs: Number(process.env.LIMIT ?? 30_000),
    commands: commands(),
  })

if (process.argv[1] === import.meta.filename) await serve(tool)
