// A tool whose every handler writes a line to the file in LEDGER, so that tests count what ran.
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'

import { defineCli, defineCommand, s, serve } from 'surety'

const rows = (count) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `row ${id} ${'x'.repeat(200)}` }))
const effect = (name) => appendFileSync(process.env['LEDGER'], `${name}\n`)

const command = (name, danger, run, more = {}) =>
  defineCommand({
    description: 'Writes to the ledger and answers at length',
    danger,
    exitCodes: { SUCCESS: 'It is done', CONFLICT: 'It is taken' },
    errors: { TAKEN: 'CONFLICT' },
    ...(danger === 'destructive' && {
      dryRun: () => ({ effect: 'would_delete', would_affect: [] }),
    }),
    ...more,
    run: (context) => {
      effect(name)
      return run(context)
    },
  })

const commands = {
  send: command('send', 'mutating', () => ({ effect: 'created', rows: rows(600) }), {
    args: { to: s.string() },
  }),
  purge: command('purge', 'destructive', () => ({ effect: 'deleted', rows: rows(600) })),
  'send-list': command('send-list', 'mutating', () => rows(600), { list: true }),
  text: command('text', 'mutating', () => ({ effect: 'created', log: 'z'.repeat(200_000) })),
  broken: command('broken', 'mutating', ({ fail }) => fail('TAKEN', 'taken', { data: rows(600) })),
  show: command('show', 'safe', () => ({ rows: rows(600) })),
  ls: command('ls', 'safe', () => rows(600), { list: true }),
  trace: command('trace', 'safe', () => ({
    child: execFileSync('sh', ['-c', 'echo "$TRACEPARENT"'], { encoding: 'utf8' }).trim(),
  })),
  stream: defineCommand({
    description: 'Writes to the ledger for each row',
    danger: 'mutating',
    exitCodes: { SUCCESS: 'It is done' },
    run: async function* stream() {
      effect('stream')
      yield* rows(600)
    },
  }),
}

const { SLOW_MS, LIMIT_MS } = process.env

export const tool = defineCli({
  name: 'ledger',
  version: '1.0.0',
  description: 'Counts',
  commands,
  ...(LIMIT_MS && { timeoutMs: Number(LIMIT_MS) }),
  // What every call prepares, before its handler.
  ...(SLOW_MS && { beforeRun: () => new Promise((done) => setTimeout(done, SLOW_MS)) }),
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
