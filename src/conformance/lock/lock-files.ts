import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { SuretyError } from '../../contract/index.ts'
import { quoteWords } from '../../internal/quote-words.ts'
import type { CheckOptions } from '../check-tool.ts'
import { readFixtures } from '../fixtures/fixtures.ts'
import { openStartedTool } from '../fixtures/open-started-tool.ts'
import { buildLock } from './build-lock.ts'
import { compareLocks, type ContractChange } from './compare-locks.ts'
import { readLock, type ContractLock } from './contract-lock.ts'
import { judgeVersion, type VersionVerdict } from './version-bump.ts'

/** How the contract of a tool is found. */
export interface LockOptions extends Pick<
  CheckOptions,
  'dialect' | 'profile' | 'cwd' | 'env' | 'timeoutMs' | 'signal' | 'onRun'
> {
  /** The folder of fixtures; fields, codes and types are taken from there if it exists. */
  readonly fixtures?: string
}

/** How a tool compares with its lock. */
export interface LockVerdict {
  readonly changes: readonly ContractChange[]
  readonly version: VersionVerdict
  /** True if help gave the names of commands and nothing more: their flags are not compared. */
  readonly names_only: boolean
}

/** Compares a tool with its lock file; undefined if there is none. */
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

/** What `writeLock` did. */
export interface WrittenLock extends LockVerdict {
  /** `refused`: the changes need a higher version. */
  readonly effect: 'created' | 'updated' | 'noop' | 'refused'
  readonly commands: number
}

/** Writes the contract of a tool to its lock file, unless the changes need a higher version. */
export async function writeLock(
  command: readonly string[],
  file: string,
  options: LockOptions & { readonly force?: boolean } = {},
): Promise<WrittenLock> {
  const locked = await readLock(file)
  const { lock: current, namesOnly } = await currentLock(command, locked, options)
  const verdict = judge(locked ?? current, current, namesOnly)
  const commands = Object.keys(current.commands).length
  if (!verdict.version.is_enough && options.force !== true)
    return { ...verdict, effect: 'refused', commands }
  const isSame = locked !== undefined && JSON.stringify(locked) === JSON.stringify(current)
  if (!isSame) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(current, null, 2)}\n`)
  }
  const effect = locked === undefined ? 'created' : isSame ? 'noop' : 'updated'
  return { ...verdict, effect, commands }
}

async function currentLock(
  command: readonly string[],
  locked: ContractLock | undefined,
  options: LockOptions,
): Promise<{ readonly lock: ContractLock; readonly namesOnly: boolean }> {
  const chosen = options.dialect ?? locked?.dialect
  const tool = await openStartedTool(command, {
    ...options,
    ...(typeof chosen === 'string' && { dialect: chosen }),
  })
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
