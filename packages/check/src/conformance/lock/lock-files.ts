import { SuretyError } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { readFixtures } from '../fixtures/fixtures.ts'
import { openKept, writeKept, type KeptOptions } from '../kept-file.ts'
import { buildLock } from './build-lock.ts'
import { compareLocks, type ContractChange } from './compare-locks.ts'
import { readLock, type ContractLock } from './contract-lock.ts'

interface LockOptions extends KeptOptions {
  readonly fixtures?: string
}

export interface LockVerdict {
  readonly changes: readonly ContractChange[]
  readonly version: VersionVerdict
  /** True if help gave the names of commands and nothing more: their flags are not compared. */
  readonly names_only: boolean
}

export async function verifyLock(
  command: readonly string[],
  file: string,
  options: LockOptions = {},
): Promise<LockVerdict | undefined> {
  const locked = await readLock(file)
  if (locked === undefined) return undefined
  const { lock, namesOnly } = await currentLock(command, locked, options)
  return judge(locked, lock, namesOnly)
}

export async function writeLock(
  command: readonly string[],
  file: string,
  options: LockOptions & { readonly force?: boolean } = {},
) {
  const locked = await readLock(file)
  const { lock: current, namesOnly } = await currentLock(command, locked, options)
  const verdict = judge(locked ?? current, current, namesOnly)
  const commands = Object.keys(current.commands).length
  if (!verdict.version.is_enough && options.force !== true)
    return { ...verdict, effect: 'refused' as const, commands }
  const isSame = locked !== undefined && JSON.stringify(locked) === JSON.stringify(current)
  if (!isSame) await writeKept(file, current)
  const effect = locked === undefined ? 'created' : isSame ? 'noop' : 'updated'
  return { ...verdict, effect, commands }
}

async function currentLock(
  command: readonly string[],
  locked: ContractLock | undefined,
  options: LockOptions,
): Promise<{ readonly lock: ContractLock; readonly namesOnly: boolean }> {
  const tool = await openKept(command, options, locked)
  const fixtures = options.fixtures === undefined ? undefined : await readFixtures(options.fixtures)
  const declared = locked?.declared ?? { redirects: {}, deprecated: [] }
  const lock = await buildLock(tool, fixtures?.documents ?? [], declared)
  const { name, manifest, commands, command: words } = tool.subject
  if (Object.keys(lock.commands).length > 0)
    return { lock, namesOnly: manifest === null && commands.length > 0 }
  throw new SuretyError(
    'NO_CONTRACT',
    'PRECONDITION',
    `The help of ${name} names no manifest, and no fixture is JSON: nothing can be locked.`,
    {
      target: name,
      retryable: false,
      suggestion: `Record fixtures first: ${recording(words, options)}`,
    },
  )
}

/** The command line that records fixtures, with a profile because the tool says nothing about itself. */
function recording(words: readonly string[], { profile, fixtures }: LockOptions): string {
  const folder = fixtures === undefined ? [] : ['--dir', fixtures]
  const given = ['--profile', profile ?? 'FILE', ...folder, '--', ...words]
  return quoteWords(['surety', 'fixtures', 'record', ...given])
}

function judge(locked: ContractLock, current: ContractLock, namesOnly: boolean): LockVerdict {
  const changes = compareLocks(locked, current)
  const version = judgeVersion(locked.version, current.version, changes)
  return { changes, version, names_only: namesOnly }
}

const BUMPS = ['major', 'minor', 'patch'] as const

interface VersionVerdict {
  readonly locked: string | null
  readonly current: string | null
  /** Null if nothing changed. */
  readonly bump: (typeof BUMPS)[number] | null
  /** The lowest version that the changes allow; null if there is none to count from. */
  readonly needed: string | null
  readonly is_enough: boolean
}

/** Breaking changes need a new major version, others a new minor one; below 1.0.0 one part further down. */
export function judgeVersion(
  locked: string | null,
  current: string | null,
  changes: readonly ContractChange[],
): VersionVerdict {
  const facts = { locked, current }
  if (changes.length === 0) return { ...facts, bump: null, needed: null, is_enough: true }
  const isBreaking = changes.some(({ kind }) => kind === 'breaking')
  const from = parse(locked)
  const to = parse(current)
  if (from === undefined || to === undefined) {
    const bump = isBreaking ? ('major' as const) : ('minor' as const)
    return { ...facts, bump, needed: null, is_enough: !isBreaking }
  }
  const part = (isBreaking ? 0 : 1) + (from[0] === 0 ? 1 : 0)
  const needed = from.map((number, at) => (at < part ? number : at === part ? number + 1 : 0))
  const ahead = to.map((number, at) => number - needed[at]!).find((each) => each !== 0) ?? 0
  return { ...facts, bump: BUMPS[part]!, needed: needed.join('.'), is_enough: ahead >= 0 }
}

function parse(text: string | null): readonly number[] | undefined {
  const [, major, minor, patch = 0] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text ?? '') ?? []
  return major === undefined ? undefined : [major, minor, patch].map(Number)
}
