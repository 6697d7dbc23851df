import type { LockVerdict } from '@surety/check/unstable/conformance'
import type { JsonObject } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import type { Screen } from 'surety/unstable/human'
import { defineCommand, defineGroup } from 'surety/unstable/runtime'
import { toKitOptions, toolCommand, toolErrors, toolOptions } from './check/kit-options.ts'
import { examples, flag, lasting, required, text } from '../input/option-kinds.ts'

const { dialect, timeout } = toolOptions

const lockOptions = {
  file: required('Lock file, to be committed').default('surety.lock.json'),
  fixtures: required('Folder of fixtures; used if it exists').default('tests/fixtures/json'),
  dialect,
  profile: text('Profile of the tool, as for check'),
  timeout,
}

const lockErrors = {
  ...toolErrors,
  VERSION_TOO_LOW: lasting(
    'PRECONDITION',
    'The contract changed more than the version says; data.version names the lowest',
  ),
  INVALID_LOCK: lasting(
    'PRECONDITION',
    'The lock file cannot be used; details.problems says where and why',
  ),
  NO_CONTRACT: lasting('PRECONDITION', 'The tool has no manifest, and there are no fixtures'),
}

const namesOnlyWarning =
  'The tool has no manifest, and its help lists only the names of its commands: their flags are unknown and not locked. What fixtures show is locked.'

function lockText(data: unknown, { paint, glyphs }: Screen): string {
  const verdict = data as LockVerdict
  const { changes } = verdict
  const tints = { breaking: paint.red, announced: paint.yellow, additive: paint.green }
  const kinds = Object.keys(tints) as (keyof typeof tints)[]
  const lines = changes
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
    .map(({ kind, at, message }) => {
      return `${tints[kind](kind.padEnd(9))}  ${visibleText(at)}: ${visibleText(message)}`
    })
  if (lines.length === 0) return `${paint.green(glyphs.tick)} The contract is as locked`
  // A failure says the rest itself.
  if (!verdict.version.is_enough) return lines.join('\n')
  return [...lines, '', paint.dim(visibleText(versionSentence(verdict)))].join('\n')
}

function versionSentence({ version, changes }: LockVerdict): string {
  const breaking = changes.filter(({ kind }) => kind === 'breaking').length
  const what = breaking > 0 ? count(breaking, 'breaking change') : count(changes.length, 'change')
  const needs = breaking === 1 || (breaking === 0 && changes.length === 1) ? 'needs' : 'need'
  const { needed, current } = version
  if (needed === null) return `${what} ${needs} a new version, but the tool gives no version.`
  return `${what} ${needs} version ${needed} or later; the tool says ${current ?? 'none'}.`
}

function count(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number} ${word}s`
}

const lockExits = {
  PRECONDITION: 'The changes need a higher version, or a file cannot be used',
  NOT_FOUND: 'The tool cannot be started',
}

const verify = defineCommand({
  ...toolCommand,
  description: 'Finds changes of the contract that need a higher version of the tool',
  exitCodes: {
    SUCCESS: 'The contract is as locked, or the version allows its changes',
    ...lockExits,
  },
  errors: {
    ...lockErrors,
    NO_LOCK: lasting('PRECONDITION', 'There is no lock file'),
    LOCK_OUT_OF_DATE: lasting('PRECONDITION', 'With --frozen: the contract is not as locked'),
  },
  options: { ...lockOptions, frozen: flag('Fails on every change, even on allowed ones') },
  examples: examples({
    'Compare the contract in a pipeline': 'surety lock verify --frozen -- ./deployer',
  }),
  type: 'verified_lock',
  text: lockText,
  failureText: lockText,
  run: async (ctx) => {
    const { args, options } = ctx
    const tool = [
      ...(options.profile === undefined ? [] : ['--profile', options.profile]),
      ...(args.words.length === 0 ? [] : ['--', ...args.words]),
    ]
    const write = quoteWords(['surety', 'lock', 'write', '--file', options.file, ...tool])
    const { verifyLock } = await import('@surety/check/unstable/conformance')
    const verdict = await verifyLock(args.words, options.file, {
      ...toKitOptions(options, ctx),
      fixtures: options.fixtures,
    })
    const { file } = options
    if (verdict === undefined)
      return ctx.fail('NO_LOCK', `${file} does not exist.`, { target: file, suggestion: write })
    const data = { file, ...verdict } as unknown as JsonObject
    if (verdict.names_only) ctx.warn(namesOnlyWarning)
    if (verdict.changes.length === 0) return data
    const suggestion = 'Raise the version of the tool, or declare the change in the lock file'
    if (!verdict.version.is_enough)
      return ctx.fail('VERSION_TOO_LOW', versionSentence(verdict), { data, suggestion })
    const message = `The contract changed. Write it and commit ${file}: ${write}`
    if (options.frozen) return ctx.fail('LOCK_OUT_OF_DATE', message, { data })
    ctx.warn(message)
    return data
  },
})

const write = defineCommand({
  ...toolCommand,
  description: 'Writes the contract of a tool to a lock file',
  exitCodes: { SUCCESS: 'The file holds the contract', ...lockExits },
  errors: lockErrors,
  options: { ...lockOptions, force: flag('Writes even if the version is too low') },
  examples: examples({ 'Write the first lock': 'surety lock write -- ./deployer' }),
  type: 'written_lock',
  text: (data, screen) => {
    const { effect, file } = data as { effect: string; file: string }
    return effect === 'created' ? `${file} created` : lockText(data, screen)
  },
  failureText: lockText,
  run: async (ctx) => {
    const { args, options } = ctx
    const { writeLock } = await import('@surety/check/unstable/conformance')
    const written = await writeLock(args.words, options.file, {
      ...toKitOptions(options, ctx),
      fixtures: options.fixtures,
      force: options.force,
    })
    const data = { file: options.file, ...written } as unknown as JsonObject
    if (written.names_only) ctx.warn(namesOnlyWarning)
    if (written.effect !== 'refused') return data
    const suggestion =
      'Raise the version of the tool, declare the change in the lock file, or use --force'
    return ctx.fail('VERSION_TOO_LOW', versionSentence(written), { data, suggestion })
  },
})

export const group = defineGroup({
  description: 'Keeps the contract of a tool in a file, and finds changes that break callers',
  commands: { write, verify },
})
