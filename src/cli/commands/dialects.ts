import { DIALECT_IDS, loadDialect, LOSS_KINDS, type Dialect } from '../../dialects/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { inputExits } from '../input/capture-options.ts'
import { dialectProblems } from '../dialect-option.ts'
import { exitTableOf, samplesOf, streamsOf, type DialectSample } from '../dialect-samples.ts'

/** Lists the dialects or shows one of them. */
export const command = defineCommand({
  description: 'Lists the dialects, or shows one with samples',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The dialects are listed', ...inputExits },
  args: {
    dialect: s.string().min(1).optional().describe('An id or a dialect file; default: list all'),
  },
  examples: [
    { description: 'All dialects', command: 'surety dialects' },
    { description: 'One dialect, with samples', command: 'surety dialects td' },
  ],
  nextSteps: [{ command: 'surety dialects td', description: 'Shows one dialect with samples' }],
  text: (data) => (Array.isArray(data) ? listText(data as never) : detailText(data as never)),
  validate: ({ args }) => dialectProblems('<dialect>', args.dialect),
  run: async ({ args }) => {
    if (args.dialect !== undefined) return detail(await loadDialect(args.dialect))
    return Promise.all(DIALECT_IDS.map(async (id) => summary(await loadDialect(id))))
  },
})

type Summary = ReturnType<typeof summary>
type Detail = ReturnType<typeof detail>

function summary(dialect: Dialect) {
  const { success, failure } = streamsOf(dialect)
  return {
    id: dialect.id,
    title: dialect.title,
    success_on: success,
    failure_on: failure,
    loses: dialect.loses.length,
  }
}

function detail(dialect: Dialect) {
  return {
    id: dialect.id,
    title: dialect.title,
    streams: streamsOf(dialect),
    retryable_means: dialect.meaning ?? null,
    exits: exitTableOf(dialect),
    loses: dialect.loses.map((kind) => ({ kind, what: LOSS_KINDS[kind] })),
    samples: samplesOf(dialect),
    schema: dialect.schema,
  }
}

function listText(dialects: readonly Summary[]): string {
  const width = Math.max(...dialects.map(({ id }) => id.length))
  return dialects.map(({ id, title }) => `${id.padEnd(width)}  ${title}`).join('\n')
}

function detailText({ id, title, streams, exits, loses, samples }: Detail): string {
  const numbers = Object.entries(exits).map(
    ([name, number]) => `  ${String(number).padStart(3)}  ${name}`,
  )
  const width = Math.max(...loses.map(({ kind }) => kind.length))
  return [
    `${id}: ${title}`,
    `Successes on ${streams.success}, failures on ${streams.failure}, ${streams.layout}.`,
    '',
    'Exit codes',
    ...numbers,
    '',
    loses.length === 0 ? 'It can express everything.' : 'It cannot express',
    ...loses.map(({ kind, what }) => `  ${kind.padEnd(width)}  ${what}`),
    ...samples.flatMap(sampleLines),
  ].join('\n')
}

function sampleLines({ name, stdout, stderr, exit_code }: DialectSample): readonly string[] {
  const text = stdout === '' ? stderr : stdout
  const stream = stdout === '' && stderr !== '' ? 'stderr' : 'stdout'
  const place = text === '' ? 'nothing is printed' : stream
  const body =
    text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => `  ${line}`)
  return ['', `${name} (${place}, exit ${exit_code})`, ...body]
}
