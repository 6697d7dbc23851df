import samples from './dialect-samples.json' with { type: 'json' }
import {
  fail,
  FAILURE_NAMES,
  succeed,
  type FailureName,
  type Outcome,
} from 'surety/unstable/contract'
import {
  DIALECT_IDS,
  layOut,
  loadDialect,
  LOSS_KINDS,
  lostKinds,
  writeWithLosses,
  type Dialect,
} from 'surety/unstable/dialects'
import { defineCommand } from 'surety/unstable/runtime'
import { dialectProblems, inputExits } from '../input/declarations.ts'
import { examples, text } from '../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Lists the dialects, or shows one with samples',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The dialects are listed', ...inputExits },
  args: { dialect: text('An id or a dialect file; default: list all') },
  examples: examples({
    'List all dialects': 'surety dialects',
    'Show one dialect, with samples': 'surety dialects td',
  }),
  nextSteps: [{ command: 'surety dialects td', description: 'Shows one dialect with samples' }],
  text: (data) => (Array.isArray(data) ? listText(data as never) : detailText(data as never)),
  validate: ({ args }) => dialectProblems('<dialect>', args.dialect),
  run: async ({ args }) => {
    if (args.dialect !== undefined) return detail(await loadDialect(args.dialect))
    return Promise.all(DIALECT_IDS.map(async (id) => summary(await loadDialect(id))))
  },
})

function summary(dialect: Dialect) {
  const { id, title } = dialect
  const { success, failure } = streamsOf(dialect)
  return { id, title, success_on: success, failure_on: failure, loses: lostKinds(dialect).length }
}

function detail(dialect: Dialect) {
  return {
    id: dialect.id,
    title: dialect.title,
    streams: streamsOf(dialect),
    retryable_means: dialect.meaning ?? null,
    exits: exitTableOf(dialect),
    loses: lostKinds(dialect).map((kind) => ({ kind, what: LOSS_KINDS[kind] })),
    samples: samplesOf(dialect),
    schema: dialect.schema,
  }
}

function listText(dialects: readonly ReturnType<typeof summary>[]): string {
  const width = Math.max(...dialects.map(({ id }) => id.length))
  return dialects.map(({ id, title }) => `${id.padEnd(width)}  ${title}`).join('\n')
}

function detailText(dialect: ReturnType<typeof detail>): string {
  const { id, title, streams, exits, loses, samples } = dialect
  const width = Math.max(...loses.map(({ kind }) => kind.length))
  return [
    `${id}: ${title}`,
    `Successes on ${streams.success}, failures on ${streams.failure}, ${streams.layout}.`,
    '',
    'Exit codes',
    ...Object.entries(exits).map(([name, number]) => `  ${String(number).padStart(3)}  ${name}`),
    '',
    loses.length === 0 ? 'It can express everything.' : 'It cannot express',
    ...loses.map(({ kind, what }) => `  ${kind.padEnd(width)}  ${what}`),
    ...samples.flatMap(sampleLines),
  ].join('\n')
}

function sampleLines({ name, stdout, stderr, exit_code }: DialectSample): readonly string[] {
  const text = (stdout || stderr).trimEnd()
  const stream = stdout === '' ? 'stderr' : 'stdout'
  const place = text === '' ? 'nothing is printed' : stream
  const body = text === '' ? [] : text.split('\n').map((line) => `  ${line}`)
  return ['', `${name} (${place}, exit ${exit_code})`, ...body]
}

type DialectSample = ReturnType<typeof samplesOf>[number]

const NOW = { now: () => new Date('2026-01-02T03:04:05.000Z') }
/** Outcomes of every kind; claw has an exit code for a passed time limit and no error object. */
const CASES: Readonly<Record<string, Outcome>> = Object.fromEntries(
  Object.entries(samples as unknown as Record<string, Sample>).map(
    ([name, { exit, ...sample }]) => {
      const meta = { duration_ms: 12, command: 'volume list', type: 'volume_list', ...sample.meta }
      const facts = { ...sample, meta }
      return [name, exit === undefined ? succeed(facts) : fail({ ...facts, exit } as Failing)]
    },
  ),
)

type Failing = Parameters<typeof fail>[0]
type Sample = Parameters<typeof succeed>[0] & { readonly exit?: string }

function samplesOf(dialect: Dialect) {
  return Object.entries(CASES).map(([name, outcome]) => {
    const { document, stream, exit_code, layout, losses } = writeWithLosses(dialect, outcome, NOW)
    const text = document === undefined ? '' : `${layOut(document, layout)}\n`
    const printed = { stdout: '', stderr: '', [stream]: text }
    return { name, ...printed, exit_code, losses }
  })
}

function exitTableOf(dialect: Dialect): Readonly<Record<string, number>> {
  const failures = FAILURE_NAMES.map((name) => [name, failing(name)] as const)
  const ends = [['SUCCESS', CASES['success']!] as const, ...failures]
  return Object.fromEntries(ends.map(([name, end]) => [name, write(dialect, end).exit_code]))
}

function streamsOf(dialect: Dialect) {
  const { stream: success, layout } = write(dialect, CASES['success']!)
  return { success, failure: write(dialect, CASES['failure']!).stream, layout }
}

function write(dialect: Dialect, outcome: Outcome) {
  return dialect.toDocument(outcome, NOW)
}

function failing(exit: FailureName): Outcome {
  const redirect = { command: 'acme volume list', permanent: true }
  const error = { code: exit, message: exit, ...(exit === 'REDIRECTED' && { redirect }) }
  return fail({ exit, error })
}
