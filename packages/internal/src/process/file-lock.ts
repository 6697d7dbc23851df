import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { mayBeAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts'

/** Takes a lock, also that of a killed process: one alone can create the file, or the heir of its dead holder. */
export function tryLock(lock: string) {
  const own = ownIdentity()
  const draft = `${lock}.${own.id}.tmp`
  try {
    writeFileSync(draft, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const result = tryOnce(lock, draft)
      if (result === 'taken') return { kind: 'taken', release: () => release(lock, own) } as const
      if (result !== 'again') return { kind: 'busy', pid: result.pid, host: result.host } as const
    }
    throw unusable(lock, 'EBUSY', 'changes hands all the time')
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Waits for a lock, at most for a time; `busy` says who still holds it then. */
export async function waitForLock(
  lock: string,
  { waitMs = Infinity, signal }: { readonly waitMs?: number; readonly signal?: AbortSignal } = {},
) {
  const until = performance.now() + waitMs
  for (;;) {
    signal?.throwIfAborted()
    const attempt = tryLock(lock)
    if (attempt.kind === 'taken' || performance.now() >= until) return attempt
    await sleep(LOOK_MS)
  }
}

const LOOK_MS = 20

/** More changes between two looks than real processes make. */
const MAX_ATTEMPTS = 10_000

function release(lock: string, own: ProcessIdentity): void {
  if (readHolder(lock)?.id === own.id) rmSync(lock, { force: true })
}

/** Takes the lock or finds its holder; `again` if it changed in the meantime. */
function tryOnce(lock: string, draft: string): 'taken' | 'again' | ProcessIdentity {
  if (create(draft, lock)) return 'taken'
  const holder = readHolder(lock)
  if (holder === undefined) return 'again'
  for (let last = holder; ;) {
    if (mayBeAlive(last)) return last
    const heir = `${lock}.${last.id}`
    if (create(draft, heir)) {
      // The lock may have been taken over and released since the holder was read.
      const isCurrent = readHolder(lock)?.id === holder.id
      if (isCurrent) renameSync(heir, lock)
      else rmSync(heir, { force: true })
      return isCurrent ? 'taken' : 'again'
    }
    const next = readHolder(heir)
    if (next === undefined) return 'again'
    last = next
  }
}

/** Creates a file with its content in one step; false if it exists. */
function create(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!NO_LINKS.includes(code)) throw error
  }
  try {
    copyFileSync(draft, path, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Errors of file systems without hard links. There the content is written after the file is created. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']
const MOMENT_MS = 1000

/** Reads the holder of a lock; undefined if it was released in the meantime. */
function readHolder(path: string): ProcessIdentity | undefined {
  let text: string
  let age: number
  try {
    text = readFileSync(path, 'utf8')
    age = Date.now() - statSync(path).mtimeMs
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw unusable(path, code, 'cannot be read')
  }
  const holder = parseHolder(text)
  if (holder !== undefined) return holder
  const own = ownIdentity()
  // A damaged lock counts as that of a dead process, unless it is so new that it may be being written.
  return { ...own, id: 'unreadable', ...(age > MOMENT_MS && { boot: 'unreadable' }) }
}

function parseHolder(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessIdentity> | null
    const { id } = value ?? {}
    return typeof id === 'string' && /^[\w-]+$/.test(id) ? (value as ProcessIdentity) : undefined
  } catch {
    // Cut short, or not written by us.
    return undefined
  }
}

/** An error of the operating system that also says whose file is in the way. */
function unusable(path: string, code: string, reason: string): Error {
  const message = `${code}: the lock ${reason}, '${path}'${ownerOf(path)}; remove it if nothing uses it`
  return Object.assign(new Error(message), { code, path, syscall: 'open' })
}

function ownerOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return ''
  return facts.isDirectory() ? ', which is a folder' : `, which belongs to user ${facts.uid}`
}
