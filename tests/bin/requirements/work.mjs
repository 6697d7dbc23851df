// A tool that declares contract 1.16, with a command for each facility of the spec's newer lines.
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { defineCli, defineCommand, s, serve } from 'surety'

const leaveTrace = () => process.env.TRACE && appendFileSync(process.env.TRACE, 'x')
const exitCodes = { SUCCESS: 'It is done', PARTIAL_FAILURE: 'A part is done' }
const command = (run, more = {}) =>
  defineCommand({ description: 'Shows one line', danger: 'safe', exitCodes, run, ...more })

const commands = {
  look: command(({ args, cwd }) => ({ name: args.name ?? null, cwd }), {
    args: { name: s.string().min(2).optional() },
    options: { size: s.integer().max(9).optional() },
    output: s.object({ name: s.string().nullable(), cwd: s.string() }),
  }),
  make: command(
    ({ options }) => {
      leaveTrace()
      return { effect: 'created', ...options }
    },
    {
      danger: 'mutating',
      options: {
        name: s.string().min(2),
        count: s.integer().default(1),
        filter: s.json().optional(),
        spot: s.object({ x: s.integer() }).optional(),
      },
      validate: ({ options }) =>
        options.name === 'no'
          ? [{ param: '--name', code: 'INVALID_VALUE', message: 'Not no.' }]
          : [],
    },
  ),
  login: command(({ options }) => ({ length: options.token.length }), {
    options: { token: s.string().min(3).secret() },
  }),
  sleeps: command(async () => {
    const started = performance.now()
    await sleep(1000)
    return { ms: Math.floor(performance.now() - started) }
  }),
}

export const tool = () =>
  defineCli({
    name: 'work',
    version: '1.4.0',
    description: 'Shows the newer lines',
    dialect: 'spec-1.16',
    timeoutMs: Number(process.env.WORK_LIMIT ?? 30_000),
    commands,
  })

if (process.argv[1] === import.meta.filename) await serve(tool)
