// A tool whose answers are larger than the limit, in every shape.
import { defineCli, defineCommand, defineGroup, s, serve } from 'surety'

const command = (run, more = {}) =>
  defineCommand({
    description: 'Answers at length',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done', CONFLICT: 'It is taken' },
    errors: { TAKEN: 'CONFLICT' },
    ...more,
    run,
  })
const rows = (count) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `row ${id} ${'x'.repeat(200)}` }))
const record = (count) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, id) => [`member_${id}`, `value ${id} ${'y'.repeat(60)}`]),
  )

const commands = {
  record: command(() => record(14_000)),
  rows: command(() => rows(6000)),
  page: command(() => rows(6000), { list: { defaultLimit: 0 } }),
  wrapped: command(() => ({ rows: rows(6000), total: 6000, note: 'all of them' })),
  text: command(() => 'línea 😀\n'.repeat(200_000)),
  file: command(() => ({ path: 'notes.txt', content: 'z'.repeat(2_000_000), mode: 420 })),
  some: command(() => rows(600)),
  few: command(() => rows(45), { list: true }),
  none: command(() => [], { list: true }),
  warn: command(({ warn }) => {
    for (let count = 0; count < 6000; count += 1) warn(`warning ${count} ${'w'.repeat(200)}`)
    return { fine: true }
  }),
  note: command(({ addMeta }) => {
    addMeta('remark', rows(6000))
    return { fine: true }
  }),
  fail: command(({ fail }) =>
    fail('TAKEN', 'm'.repeat(2_000_000), { details: { rows: rows(6000), hint: 'small' } }),
  ),
  'fail-with-data': command(({ fail }) => fail('TAKEN', 'taken', { data: rows(6000) })),
  stream: command(async function* stream() {
    yield* rows(6000)
  }),
  'endless-list': command(
    async function* endless() {
      for (let id = 0; ; id += 1) yield { id }
    },
    { list: true },
  ),
  'short-list': command(
    async function* short() {
      for (let id = 0; id < 25; id += 1) yield { id }
    },
    { list: true },
  ),
  many: defineGroup({
    description: 'Many commands',
    commands: Object.fromEntries(
      Array.from({ length: process.env['MANY'] ? 500 : 2 }, (_, id) => [
        `command-${id}`,
        command(() => ({}), {
          description: `Does number ${id}. ${'It takes its time. '.repeat(20)}`,
          options: Object.fromEntries(
            Array.from({ length: 8 }, (_each, option) => [
              `option${option}`,
              s.string().optional(),
            ]),
          ),
        }),
      ]),
    ),
  }),
}

export const tool = defineCli({
  name: 'large',
  version: '1.0.0',
  description: 'Answers at length',
  commands,
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
