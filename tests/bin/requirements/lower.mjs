// A tool that declares contract 1.16, with a command for each facility of its lower priorities.
import { setTimeout as sleep } from 'node:timers/promises'

import { defineCli, defineCommand, s, serve } from 'surety'

const ready = () => process.stderr.write('ready\n')
const exitCodes = { SUCCESS: 'It is done', PARTIAL_FAILURE: 'Partly', PRECONDITION: 'It cannot' }
const command = (run, more = {}) =>
  defineCommand({ description: 'Shows one line', danger: 'safe', exitCodes, run, ...more })

const item = s.object({ id: s.integer(), file: s.string().path().optional() })
const commands = () => ({
  look: command(() => ({
    file: 'a/b.txt',
    deep: 'pear apple fig cherry '.repeat(5).trim().split(' '),
    words: 'pear apple fig cherry '.repeat(5).trim().split(' '),
    sizes: 'pear apple fig cherry '.repeat(5).trim().split(' '),
  })),
  list: command(
    () => [
      { id: 1, name: 'a', size: { x: 1 } },
      { id: 2, name: 'b', size: { x: 2 } },
    ],
    {
      list: true,
    },
  ),
  take: command(({ options }) => ({ ids: options.id }), { options: { id: s.array(s.integer()) } }),
  one: command(() => ({ id: 42, name: 'x' })),
  rows: command(
    async function* ({ options }) {
      for (let id = 1; id <= options.count; id += 1) {
        yield { id }
        if (id === 1) ready()
        await sleep(options.pause)
        if (id === options.breaks) throw new Error('broken')
      }
    },
    {
      output: item,
      options: {
        count: s.integer().default(3),
        pause: s.integer().default(1),
        breaks: s.integer().default(0),
      },
    },
  ),
  odd: command(async function* () {
    yield { _summary: true }
    yield { ok: true, error: null }
    yield { heartbeat: true }
    yield { id: 4, _seq: 9 }
  }),
  lines: command(
    async function* () {
      yield Buffer.from('{"id":1}\n{"id":2}\n')
    },
    { filter: 'by-default' },
  ),
  makes: command(
    async function* ({ options }) {
      yield { id: 1, effect: 'created' }
      if (options.breaks) throw new Error('broken')
      yield { id: 2, effect: 'noop' }
    },
    {
      danger: 'mutating',
      options: { breaks: s.boolean().default(false) },
      dryRun: () => ({ effect: 'would_create', would_affect: [1] }),
    },
  ),
})

export const tool = () =>
  defineCli({
    name: 'lower',
    version: '1.4.0',
    description: 'Shows the lower priorities',
    dialect: 'spec-1.16',
    commands: commands(),
  })

if (process.argv[1] === import.meta.filename) await serve(tool)
