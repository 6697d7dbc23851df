import type { Compared, Inconsistency, Recorded } from '@surety/check/unstable/conformance'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import type { Screen } from 'surety/unstable/human'
import { defineCommand, defineGroup, type ValuesOf } from 'surety/unstable/runtime'
import { examples, lasting } from '../input/option-kinds.ts'
import {
  toKitOptions,
  toolCommand,
  toolErrors,
  toolOptions,
  type toolArgs,
} from './check/kit-options.ts'

const record = defineCommand({
  ...toolCommand,
  description: 'Records one answer for each command and case of a tool',
  exitCodes: {
    SUCCESS: 'The answers are written',
    PRECONDITION: 'Nothing could be recorded, or fixtures.json cannot be used',
    NOT_FOUND: 'The tool cannot be started',
  },
  errors: {
    ...toolErrors,
    NOTHING_TO_RECORD: lasting('PRECONDITION', 'The tool describes no call that is safe to make'),
  },
  options: toolOptions,
  examples: examples({
    'Record the answers of a tool with a manifest': 'surety fixtures record -- ./deployer',
    'Record the calls of a profile, into another folder':
      'surety fixtures record --profile deployer.yaml --dir fixtures -- ./deployer',
  }),
  type: 'recorded_fixtures',
  text: (data, { paint }) => {
    const { folder, files } = data as unknown as Recorded
    const written = files.length === 1 ? '1 file written' : `${files.length} files written`
    return [...files.map((file) => visibleText(`${folder}/${file}`)), paint.dim(written)].join('\n')
  },
  run: async (ctx) => {
    const { args, options } = ctx
    const { recordFixtures } = await import('@surety/check/unstable/conformance')
    const recorded = await recordFixtures(args.words, options.dir, toKitOptions(options, ctx))
    for (const { argv, at } of recorded.unstable) {
      const places = at.map((place) => place || 'the document').join(', ')
      ctx.warn(`${quoteWords(argv)} is not recorded: two runs differ in shape (${places}).`)
    }
    const { effect, folder, files, volatile, unstable } = recorded
    if (effect !== 'nothing') return { effect, folder, files, volatile, unstable }
    const message = 'The tool describes no call that is safe to make. Name some in a profile.'
    return ctx.fail('NOTHING_TO_RECORD', message, { target: args.words[0] ?? options.profile! })
  },
})

/** The commands that run every recorded call again: what they have in common. */
const NO_FIXTURES = lasting('PRECONDITION', 'The folder has no fixtures.json, or it lists no case')
const again = { ...toolCommand, options: toolOptions, text: comparedText } as const

const verify = defineCommand({
  ...again,
  description: 'Compares the answers of a tool with those that were recorded',
  exitCodes: {
    SUCCESS: 'Every answer is as recorded',
    PRECONDITION: 'An answer differs, or there are no fixtures',
    NOT_FOUND: 'The tool cannot be started',
  },
  errors: {
    ...toolErrors,
    FIXTURES_DIFFER: lasting('PRECONDITION', 'data.fixtures says which differ and where'),
    NO_FIXTURES,
  },
  examples: examples({
    'Compare the answers in a pipeline': 'surety fixtures verify -- ./deployer',
  }),
  type: 'compared_fixtures',
  failureText: comparedText,
  run: async (ctx) => {
    const { dir } = ctx.options
    const data = await compare(ctx, false)
    const { fixtures } = data
    if (fixtures.length === 0) ctx.fail('NO_FIXTURES', ...noFixtures(dir))
    const wrong = fixtures.filter(({ status }) => status !== 'same').map(({ file }) => file)
    if (wrong.length === 0) return data
    const more = wrong.length > 3 ? ` and ${wrong.length - 3} more` : ''
    const found = `${wrong.length} of ${fixtures.length} answers ${wrong.length === 1 ? 'differs' : 'differ'}`
    const message = `${found} from what is recorded: ${wrong.slice(0, 3).join(', ')}${more}.`
    const suggestion = 'If the change is wanted, run surety fixtures update and commit the files'
    return ctx.fail('FIXTURES_DIFFER', message, { data, suggestion })
  },
})

const update = defineCommand({
  ...again,
  description: 'Runs every recorded call again and writes the answers that differ',
  exitCodes: {
    SUCCESS: 'The fixtures match the tool',
    PRECONDITION: 'There are no fixtures, or fixtures.json cannot be used',
    NOT_FOUND: 'The tool cannot be started',
  },
  errors: { ...toolErrors, NO_FIXTURES },
  examples: examples({ 'Accept a change that you wanted': 'surety fixtures update -- ./deployer' }),
  type: 'updated_fixtures',
  run: async (ctx) => {
    const data = await compare(ctx, true)
    const { dir } = ctx.options
    if (data.fixtures.length === 0) return ctx.fail('NO_FIXTURES', ...noFixtures(dir))
    const isSame = data.fixtures.every(({ status }) => status === 'same')
    return { effect: isSame ? 'noop' : 'updated', ...data }
  },
})

const consistency = defineCommand({
  description: 'Finds fields whose name, type or style differs between recorded answers',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'Every field has one place, one type and one style',
    PRECONDITION: 'A field differs between answers, or there are no fixtures',
  },
  errors: {
    INVALID_FIXTURES: toolErrors.INVALID_FIXTURES,
    INCONSISTENT_FIELDS: lasting('PRECONDITION', 'data.problems names the fields and the files'),
    NO_FIXTURES: lasting('PRECONDITION', 'The folder has no fixtures.json'),
  },
  options: { dir: toolOptions.dir },
  examples: examples({ 'Compare the fields of all fixtures': 'surety fixtures consistency' }),
  type: 'field_consistency',
  timeoutMs: 0,
  text: consistencyText,
  failureText: consistencyText,
  run: async (ctx) => {
    const { dir } = ctx.options
    const { checkConsistency } = await import('@surety/check/unstable/conformance')
    const data = await checkConsistency(dir)
    if (data === undefined) return ctx.fail('NO_FIXTURES', ...noFixtures(dir))
    const { problems } = data
    if (problems.length === 0) return data
    const found = problems.length === 1 ? '1 field differs' : `${problems.length} fields differ`
    const [first] = problems
    const message = `${found} between answers. ${first!.field}: ${first!.message}.`
    return ctx.fail('INCONSISTENT_FIELDS', message, { data })
  },
})

function consistencyText(data: unknown, { paint, glyphs }: Screen): string {
  const { checked, problems } = data as { checked: number; problems: readonly Inconsistency[] }
  return [
    ...problems.flatMap(({ field, message, files }) => [
      `${paint.red(glyphs.cross)} ${paint.bold(visibleText(field))} ${message}`,
      paint.dim(`    ${files.map((file) => visibleText(file)).join(', ')}`),
    ]),
    paint.dim(checked === 1 ? '1 answer compared' : `${checked} answers compared`),
  ].join('\n')
}

function noFixtures(dir: string) {
  const suggestion = `surety fixtures record --dir ${dir} -- <tool>`
  return [`${dir} has no fixtures. Record some first.`, { target: dir, suggestion }] as const
}

async function compare(ctx: CompareContext, isUpdate: boolean) {
  const { args, options } = ctx
  const { compareFixtures } = await import('@surety/check/unstable/conformance')
  const kit = toKitOptions(options, ctx)
  const fixtures = await compareFixtures(args.words, options.dir, isUpdate, kit)
  const count = (status: Compared['status']) =>
    fixtures.filter((each) => each.status === status).length
  const summary = { same: count('same'), different: count('different'), missing: count('missing') }
  return { folder: options.dir, summary, fixtures }
}

type CompareContext = Parameters<typeof toKitOptions>[1] & {
  readonly args: ValuesOf<typeof toolArgs>
  readonly options: ValuesOf<typeof toolOptions>
}

const MAX_SHOWN = 20

async function comparedText(data: unknown, { paint, glyphs }: Screen): Promise<string> {
  const { fixtures, summary } = data as Awaited<ReturnType<typeof compare>>
  const { differenceText } = await import('@surety/check/unstable/conformance')
  const blocks = fixtures
    .filter(({ status }) => status !== 'same')
    .flatMap(({ file, argv, status, differences }) => {
      const rest = differences.length - MAX_SHOWN
      return [
        `${paint.red(glyphs.cross)} ${paint.bold(visibleText(file))} ${paint.dim(visibleText(quoteWords(argv)))}`,
        ...(status === 'missing' ? ['    the file does not exist'] : []),
        ...differences.slice(0, MAX_SHOWN).map((each) => {
          const line = visibleText(differenceText(each))
          const tint = { added: paint.green, removed: paint.red, changed: paint.yellow }[each.kind]
          return `    ${tint(line)}`
        }),
        ...(rest > 0 ? [paint.dim(`    and ${rest} more`)] : []),
        '',
      ]
    })
  const facts = Object.entries(summary).map(([status, count]) => `${count} ${status}`)
  return [...blocks, paint.dim(facts.join(` ${glyphs.dot} `))].join('\n')
}

export const group = defineGroup({
  description: 'Records the answers of a tool and compares them',
  commands: { record, verify, update, consistency },
})
