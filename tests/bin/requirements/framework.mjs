// A tool that declares contract 1.16, with a command for each line of the framework's newer lines.
import 'surety/guard'
import './prints-at-load.mjs'
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { defineCli, defineCommand, s, serve } from 'surety'

const leaveTrace = (text = 'x') => process.env.TRACE && appendFileSync(process.env.TRACE, text)
const exitCodes = { SUCCESS: 'It is done' }
const command = (run, more = {}) =>
  defineCommand({ description: 'Shows one line', danger: 'safe', exitCodes, run, ...more })
const PNG = Buffer.from('89504e470d0a1a0a00ff', 'hex')
const token = `ghp_${'aB3'.repeat(12)}`

const commands = () => ({
  texts: command(() => ({
    latin: Buffer.from('café', 'latin1').toString('utf8'),
    zero: 'a\0b',
    half: 'a\ud800b',
    nested: [{ 'k\udc00': '\0' }],
    lines: 'one\r\ntwo\r',
  })),
  drawn: command(() => ({ done: true }), { text: () => 'one\r\ntwo\rthree' }),
  pictures: command(() => ({ plain: PNG, typed: PNG, loose: { deep: new Uint8Array([255, 0]) } }), {
    cacheable: true,
    output: s.object({ plain: s.bytes(), typed: s.bytes('image/png'), loose: s.unknown() }),
  }),
  prints: command(() => {
    console.log('initialized')
    console.log(`token ${token}`)
    console.log(JSON.stringify({ ok: true }, null, 2))
    process.stdout.write('[1]\n')
    return { done: true }
  }),
  quits: command(
    ({ args }) => {
      void writeFile(args.file, 'x'.repeat(20_000_000))
      process.exit(0)
    },
    { args: { file: s.string() } },
  ),
  rejects: command(async () => {
    void Promise.reject(new Error('lost'))
    await sleep(100)
    return { done: true }
  }),
  writes: command(
    async ({ onCleanup, args }) => {
      onCleanup(async () => {
        await sleep(50)
        appendFileSync(args.file, 'cleaned')
      })
      await sleep(10)
      appendFileSync(args.file, 'written ')
      return { done: true }
    },
    { args: { file: s.string() } },
  ),
  logs: command(
    ({ log, options, env: own }) => {
      log.warn('logged', {
        password: 'hunter2',
        CamelToken: 'abc',
        plain: 'seen',
        key: own.MY_FRAMEWORK_KEY,
      })
      log.debug(`saw ${token}`, { body: `has ${token}` })
      return {
        password: 'hunter2',
        token: options.apiToken,
        key: own.MY_FRAMEWORK_KEY?.length ?? 0,
      }
    },
    {
      options: { apiToken: s.string().secret().optional() },
      env: { MY_FRAMEWORK_KEY: s.string().secret().optional() },
    },
  ),
  old: command(() => ({ done: true }), { deprecated: { message: 'It moved', use: 'texts' } }),
  env: command(({ options }) => options, {
    options: {
      region: s.string().env('MY_FRAMEWORK_REGION', 'CLOUD_REGION').optional(),
      size: s.integer().deprecated('use --region').optional(),
    },
    env: { MY_FRAMEWORK_PORT: s.integer().describe('Where it listens').optional() },
  }),
  keys: command(
    ({ options }) => ({
      title: 'widget',
      owner: null,
      labels: [],
      ...(options.rich && { extra: 'more' }),
      nested: { text: '', none: null },
    }),
    {
      options: { rich: s.boolean().default(false) },
      output: s.object({
        title: s.string(),
        owner: s.string().nullable(),
        labels: s.array(s.string()),
        extra: s.string().optional(),
        nested: s.object({ text: s.string(), none: s.string().nullable() }),
      }),
    },
  ),
  drops: command(() => ({ title: 'widget' }), {
    output: s.object({ title: s.string(), owner: s.string().nullable() }),
  }),
  leaves: command(
    async ({ options }) => {
      const stdio = options.inherits ? 'inherit' : 'ignore'
      const child = spawn('sleep', ['30'], { detached: true, stdio })
      child.unref()
      leaveTrace(String(child.pid))
      if (options.wait) {
        process.stderr.write('ready\n')
        await sleep(20_000)
      }
      return { effect: 'created', pid: child.pid }
    },
    {
      danger: 'mutating',
      exitCodes: { ...exitCodes, PRECONDITION: 'It needs --global' },
      options: { wait: s.boolean().default(false), inherits: s.boolean().default(false) },
    },
  ),
  many: command(({ args, options, globals }) => ({ ...args, ...options, ...globals }), {
    args: { words: s.array(s.string()) },
    options: { tag: s.array(s.string()).default([]), size: s.integer().default(1) },
  }),
  deep: { description: 'A group', commands: { er: command(({ globals }) => globals) } },
  takes: command(
    async ({ records }) => {
      let count = 0
      for await (const _row of records()) count += 1
      return { count }
    },
    { stdin: 'records', exitCodes: { ...exitCodes, UNAVAILABLE: 'The other tool failed' } },
  ),
})

export const tool = () =>
  defineCli({
    name: 'my-framework',
    version: '1.4.0',
    description: 'Shows the newer lines',
    dialect: 'spec-1.16',
    globals: { book: s.string().default('inbox').short('b') },
    redirects: { gone: { to: 'texts' } },
    commands: commands(),
  })

if (process.argv[1] === import.meta.filename) await serve(tool)
