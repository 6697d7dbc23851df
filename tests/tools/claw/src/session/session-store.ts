import { constants } from 'node:fs'
import {
  link,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { join } from 'node:path'

import { isCode, withLock } from '../../../../../examples/store/file-lock.ts'
import { makeFolder } from '../../../../../examples/store/make-folder.ts'
import { compact, describeSession, type Session, type SessionSummary } from './session.ts'
import { creationTimeOf, isRotatedName } from './session-id.ts'
import { parseSession, toLine, UnreadableSession, type SessionRecord } from './session-record.ts'

const ROTATE_AT = 256 * 1024
const KEPT_ROTATIONS = 3
const LINE_FEED = 0x0a

/** A session of another workspace. */
export class ForeignSession extends Error {
  override readonly name = 'ForeignSession'
  readonly workspace: string

  constructor(id: string, workspace: string) {
    super(`session '${id}' belongs to ${workspace}`)
    this.workspace = workspace
  }
}

/** The options of a store. */
export interface StoreOptions {
  readonly directory: string
  /** The workspace of new sessions; sessions of other workspaces are neither listed nor loaded. */
  readonly workspace?: string
  readonly now?: () => number
}

/**
 * A folder of sessions, one file each. A new file appears complete or not at all (temporary file,
 * sync, link), and later turns are appended under a lock of the session, so a kill at any moment loses
 * nothing that was acknowledged. Readers take no lock, because they only use complete lines.
 */
export class SessionStore {
  readonly directory: string
  private readonly workspace: string | undefined
  private readonly now: () => number

  constructor({ directory, workspace, now = Date.now }: StoreOptions) {
    this.directory = directory
    this.workspace = workspace
    this.now = now
  }

  /** Gives the path of a session file, which may not exist. */
  pathOf(id: string): string {
    return join(this.directory, `${id}.jsonl`)
  }

  /** Lists the sessions, the last used first; an unreadable file is listed under its name. */
  async list(): Promise<SessionSummary[]> {
    const names = await readdir(this.directory).catch(emptyIfMissing)
    const files = names.filter((name) => /\.jsonl?$/.test(name) && !isRotatedName(name))
    const entries = await Promise.all(files.map((name) => this.summarise(name)))
    return entries
      .filter((entry) => entry !== undefined)
      .sort(
        (a, b) => b.updatedAt - a.updatedAt || b.modified - a.modified || (a.id < b.id ? 1 : -1),
      )
      .map(({ modified: _modified, ...summary }) => summary)
  }

  /**
   * Reads a session; undefined when there is none. Throws `UnreadableSession` when it is damaged, and
   * `ForeignSession` when it belongs to another workspace, unless any will do.
   */
  async load(id: string, options: { anyWorkspace?: boolean } = {}): Promise<Session | undefined> {
    const path = await this.find(id)
    if (path === undefined) return undefined
    const session = describeSession(id, path, parseSession(await readFile(path, 'utf8')), {
      modified: (await stat(path)).mtimeMs,
    })
    if (this.isForeign(session) && !options.anyWorkspace) {
      throw new ForeignSession(id, session.workspace ?? '')
    }
    return session
  }

  /** Removes a session; false when there was none. */
  async delete(id: string): Promise<boolean> {
    if ((await this.find(id)) === undefined) return false
    return this.alone(id, async () => {
      const path = await this.find(id)
      if (path === undefined) return false
      await unlink(path)
      return true
    })
  }

  /** Stores a turn: makes the session if it is new, else appends to it. Resolves once it is on disk. */
  async write(id: string, turn: readonly SessionRecord[]): Promise<string> {
    await makeFolder(this.directory)
    const path = this.pathOf(id)
    await this.alone(id, async () => {
      const found = await this.find(id)
      if (found === undefined) await this.create(id, turn)
      else if (found === path) await this.append(id, turn)
      else await this.convert(id, found, turn)
    })
    return path
  }

  private alone<R>(id: string, work: () => Promise<R>): Promise<R> {
    return withLock(`${this.pathOf(id)}.lock`, work)
  }

  private async create(id: string, turn: readonly SessionRecord[]): Promise<void> {
    const temporary = await this.writeTemporary(id, [this.metaFor(id), ...turn])
    try {
      await link(temporary, this.pathOf(id))
    } finally {
      await rm(temporary, { force: true })
    }
  }

  private async append(id: string, turn: readonly SessionRecord[]): Promise<void> {
    const path = this.pathOf(id)
    if ((await stat(path)).size >= ROTATE_AT) await this.rotate(id)
    const file = await open(path, constants.O_RDWR | constants.O_APPEND)
    try {
      const end = await dropUnfinishedLine(file)
      try {
        await file.writeFile(turn.map(toLine).join(''))
        await file.sync()
      } catch (error) {
        // The disk is full: remove the part that was written, because it was not acknowledged.
        await file.truncate(end).catch(() => undefined)
        throw error
      }
    } finally {
      await file.close()
    }
  }

  /** Converts a file of the old format to lines and appends the new turn. */
  private async convert(id: string, old: string, turn: readonly SessionRecord[]): Promise<void> {
    const before = parseSession(await readFile(old, 'utf8'))
    await rename(
      await this.writeTemporary(id, [this.metaFor(id), ...before, ...turn]),
      this.pathOf(id),
    )
    await rm(old, { force: true })
  }

  /** Rotates a large file and continues with its last messages; three old files are kept. */
  private async rotate(id: string): Promise<void> {
    const path = this.pathOf(id)
    const rest = compact(parseSession(await readFile(path, 'utf8')))
    const temporary = await this.writeTemporary(id, rest)
    await link(path, join(this.directory, `${id}.rot-${this.now()}.jsonl`)).catch(noneIfExists)
    await rename(temporary, path)
    const names = await readdir(this.directory)
    const rotated = names.filter((name) => name.startsWith(`${id}.rot-`)).sort()
    const old = rotated.slice(0, Math.max(0, rotated.length - KEPT_ROTATIONS))
    await Promise.all(old.map((name) => rm(join(this.directory, name), { force: true })))
  }

  private metaFor(id: string): SessionRecord {
    const now = this.now()
    return {
      type: 'session_meta',
      version: 1,
      session_id: id,
      created_at_ms: creationTimeOf(id) ?? now,
      updated_at_ms: now,
      ...(this.workspace !== undefined && { workspace_root: this.workspace }),
    }
  }

  private async writeTemporary(id: string, records: readonly SessionRecord[]): Promise<string> {
    const temporary = `${this.pathOf(id)}.${process.pid}.tmp`
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(records.map(toLine).join(''))
      await file.sync()
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return temporary
  }

  private async find(id: string): Promise<string | undefined> {
    for (const path of [this.pathOf(id), join(this.directory, `${id}.json`)]) {
      if (await exists(path)) return path
    }
    return undefined
  }

  private isForeign({ workspace }: { readonly workspace?: string | undefined }): boolean {
    return workspace !== undefined && this.workspace !== undefined && workspace !== this.workspace
  }

  private async summarise(
    name: string,
  ): Promise<(SessionSummary & { modified: number }) | undefined> {
    const path = join(this.directory, name)
    const id = name.replace(/\.jsonl?$/, '')
    // Another process removed the file in the meantime.
    const modified = await stat(path).then(
      (info) => info.mtimeMs,
      () => undefined,
    )
    if (modified === undefined) return undefined
    const records = await readRecords(path)
    const session = describeSession(id, path, records, { modified })
    if (this.isForeign(session)) return undefined
    const { createdAt, updatedAt, prompts, messages, stopped } = session
    return { id, path, createdAt, updatedAt, prompts, messages, stopped, modified }
  }
}

/** Reads a session file; a damaged one is listed as well. */
async function readRecords(path: string): Promise<readonly SessionRecord[]> {
  try {
    return parseSession(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof UnreadableSession || isSystemError(error)) return []
    throw error
  }
}

/** Removes an incomplete last line, which was never acknowledged; returns the new size. */
async function dropUnfinishedLine(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  if (size === 0) return 0
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  if (buffer[0] === LINE_FEED) return size
  const { buffer: all } = await file.read(Buffer.alloc(size), 0, size, 0)
  const end = all.lastIndexOf(LINE_FEED) + 1
  await file.truncate(end)
  return end
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return false
    throw error
  }
}

function emptyIfMissing(error: unknown): string[] {
  if (isCode(error, 'ENOENT')) return []
  throw error
}

function noneIfExists(error: unknown): void {
  if (!isCode(error, 'EEXIST')) throw error
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code !== undefined
}
