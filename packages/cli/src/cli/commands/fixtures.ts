import type { Compared, DriftVerdict, Recorded } from '@surety/check/unstable/conformance'
import type { JsonObject } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import type { Screen } from 'surety/unstable/human'
import { defineCommand, defineGroup } from 'surety/unstable/runtime'
import { examples, flag, lasting } from '../input/option-kinds.ts'
import { toKitOptions, toolCommand, toolErrors, toolOptions } from './check/kit-options.ts'

const keptErrors = {
  ...toolErrors,
  INVALID_LOCK: lasting(
    'PRECONDITION',
    'contract.json cannot be used; details.problems says where and why',
  ),
  NO_CONTRACT: lasting('PRECONDITION', 'The tool has no manifest, and no fixture is JSON'),
  VERSION_TOO_LOW: lasting(
    'PRECONDITION',
    'The contract changed more than the version says; data.version names the lowest',
  ),
}
const NO_FIXTURES = lasting('PRECONDITION', 'The folder has nothing recorded')
const NOT_FOUND = 'The tool cannot be started'
const raise = 'Raise the version of the tool, or declare the change in contract.json'
const namesOnlyWarning =
  'The tool has no manifest, and its help lists only the names of its commands: their flags are unknown and not compared. What fixtures show is compared.'

const record = defineCommand({
  ...toolCommand,
  description: 'Records one answer for each command and case of a tool, and its contract',
  exitCodes: {
    SUCCESS: 'The answers and the contract are written',
    PRECONDITION: 'Nothing is written: the version is too low, or there is nothing to record',
    NOT_FOUND,
  },
  errors: {
    ...keptErrors,
    NOTHING_TO_RECORD: lasting('PRECONDITION', 'The tool describes no call that is safe to make'),
  },
  options: {
    ...toolOptions,
    update: flag('Also writes the recorded answers that differ now'),
    force: flag('Writes even if the version is too low'),
  },
  examples: examples({
    'Record the answers of a tool with a manifest': 'surety fixtures record -- ./deployer',
    'Accept a change that you wanted': 'surety fixtures record --update -- ./deployer',
  }),
  type: 'recorded_fixtures',
  text: (data, { paint }) => {
    const { folder, files } = data as unknown as Recorded
    const written = files.length === 1 ? '1 file written' : `${files.length} files written`
    return [...files.map((file) => visibleText(`${folder}/${file}`)), paint.dim(written)].join('\n')
  },
  failureText: driftText,
  run: async (ctx) => {
    const { args, options } = ctx
    const { recordFixtures } = await import('@surety/check/unstable/conformance')
    const { update, force } = options
    const kit = { ...toKitOptions(options, ctx), update, force }
    const recorded = await recordFixtures(args.words, options.dir, kit)
    for (const { argv, at } of recorded.unstable) {
      const places = at.map((place) => place || 'the document').join(', ')
      ctx.warn(`${quoteWords(argv)} is not recorded: two runs differ in shape (${places}).`)
    }
    if (recorded.names_only) ctx.warn(namesOnlyWarning)
    const data = recorded as unknown as JsonObject
    if (recorded.effect === 'refused') {
      const suggestion = `${raise}, or use --force`
      return ctx.fail('VERSION_TOO_LOW', versionSentence(recorded), { data, suggestion })
    }
    if (recorded.effect !== 'nothing') return data
    const message = 'The tool describes no call that is safe to make. Name some in a profile.'
    return ctx.fail('NOTHING_TO_RECORD', message, { target: args.words[0] ?? options.profile! })
  },
})

const compare = defineCommand({
  ...toolCommand,
  description: 'Compares the answers of a tool with those that were recorded',
  exitCodes: {
    SUCCESS: 'Every answer is as recorded',
    PRECONDITION: 'An answer differs, or there are no fixtures',
    NOT_FOUND,
  },
  errors: {
    ...toolErrors,
    FIXTURES_DIFFER: lasting('PRECONDITION', 'data.fixtures says which differ and where'),
    NO_FIXTURES,
  },
  options: toolOptions,
  examples: examples({
    'Compare the answers in a pipeline': 'surety fixtures compare -- ./deployer',
  }),
  type: 'compared_fixtures',
  text: comparedText,
  failureText: comparedText,
  run: async (ctx) => {
    const { args, options } = ctx
    const { compareFixtures } = await import('@surety/check/unstable/conformance')
    const fixtures = await compareFixtures(args.words, options.dir, toKitOptions(options, ctx))
    if (fixtures.length === 0) ctx.fail('NO_FIXTURES', ...nothingIn(options.dir))
    const count = (status: Compared['status']) =>
      fixtures.filter((each) => each.status === status).length
    const summary = {
      same: count('same'),
      different: count('different'),
      missing: count('missing'),
    }
    const data = { folder: options.dir, summary, fixtures }
    const wrong = fixtures.filter(({ status }) => status !== 'same').map(({ file }) => file)
    if (wrong.length === 0) return data
    const more = wrong.length > 3 ? ` and ${wrong.length - 3} more` : ''
    const found = `${wrong.length} of ${fixtures.length} answers ${wrong.length === 1 ? 'differs' : 'differ'}`
    const message = `${found} from what is recorded: ${wrong.slice(0, 3).join(', ')}${more}.`
    const suggestion = 'If the change is wanted, run surety fixtures record --update and commit'
    return ctx.fail('FIXTURES_DIFFER', message, { data, suggestion })
  },
})

const drift = defineCommand({
  ...toolCommand,
  description: 'Finds changes of the contract, and the version of the tool that they need',
  exitCodes: {
    SUCCESS: 'The contract is as recorded, or the version allows its changes',
    PRECONDITION: 'The changes need a higher version, or a file cannot be used',
    NOT_FOUND,
  },
  errors: {
    ...keptErrors,
    NO_FIXTURES,
    CONTRACT_CHANGED: lasting('PRECONDITION', 'With --frozen: the contract is not as recorded'),
  },
  options: { ...toolOptions, frozen: flag('Fails on every change, even on allowed ones') },
  examples: examples({
    'Compare the contract in a pipeline': 'surety fixtures drift --frozen -- ./deployer',
  }),
  type: 'contract_drift',
  text: driftText,
  failureText: driftText,
  run: async (ctx) => {
    const { args, options } = ctx
    const { dir } = options
    const { findDrift } = await import('@surety/check/unstable/conformance')
    const verdict = await findDrift(args.words, dir, toKitOptions(options, ctx))
    if (verdict === undefined) return ctx.fail('NO_FIXTURES', ...nothingIn(dir))
    const data = { folder: dir, ...verdict } as unknown as JsonObject
    if (verdict.names_only) ctx.warn(namesOnlyWarning)
    if (verdict.changes.length === 0) return data
    if (!verdict.version.is_enough)
      return ctx.fail('VERSION_TOO_LOW', versionSentence(verdict), { data, suggestion: raise })
    const tool = args.words.length === 0 ? [] : ['--', ...args.words]
    const profile = options.profile === undefined ? [] : ['--profile', options.profile]
    const words = ['surety', 'fixtures', 'record', '--update', '--dir', dir, ...profile, ...tool]
    const message = `The contract changed. Record it and commit ${dir}: ${quoteWords(words)}`
    if (options.frozen) return ctx.fail('CONTRACT_CHANGED', message, { data })
    ctx.warn(message)
    return data
  },
})

function nothingIn(dir: string) {
  const suggestion = `surety fixtures record --dir ${dir} -- <tool>`
  return [`${dir} has nothing recorded.`, { target: dir, suggestion }] as const
}

function driftText(data: unknown, { paint, glyphs }: Screen): string {
  const verdict = data as DriftVerdict
  const tints = { breaking: paint.red, announced: paint.yellow, additive: paint.green }
  const kinds = Object.keys(tints) as (keyof typeof tints)[]
  const lines = verdict.changes
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
    .map(({ kind, at, message }) => {
      return `${tints[kind](kind.padEnd(9))}  ${visibleText(at)}: ${visibleText(message)}`
    })
  if (lines.length === 0) return `${paint.green(glyphs.tick)} The contract is as recorded`
  // A failure says the rest itself.
  if (!verdict.version.is_enough) return lines.join('\n')
  return [...lines, '', paint.dim(visibleText(versionSentence(verdict)))].join('\n')
}

function versionSentence({ version, changes }: DriftVerdict): string {
  const breaking = changes.filter(({ kind }) => kind === 'breaking').length
  const what =
    breaking > 0 ? countOf(breaking, 'breaking change') : countOf(changes.length, 'change')
  const needs = breaking === 1 || (breaking === 0 && changes.length === 1) ? 'needs' : 'need'
  const { needed, current } = version
  if (needed === null) return `${what} ${needs} a new version, but the tool gives no version.`
  return `${what} ${needs} version ${needed} or later; the tool says ${current ?? 'none'}.`
}

function countOf(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number} ${word}s`
}

interface ComparedData {
  readonly fixtures: readonly Compared[]
  readonly summary: Readonly<Record<Compared['status'], number>>
}

const MAX_SHOWN = 20

async function comparedText(data: unknown, { paint, glyphs }: Screen): Promise<string> {
  const { fixtures, summary } = data as ComparedData
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
  description: 'Keeps answers and the contract of a tool in files, and finds what changed',
  commands: { record, compare, drift },
})
