import { constants } from 'node:fs'
import {
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { basename, join } from 'node:path'

import { creationTimeOf } from './session-id.ts'
import { parseSession, toLine, type SessionRecord } from './session-record.ts'

/** What a listing tells about a session. */
export interface SessionSummary {
  readonly id: string
  readonly path: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly prompts: number
  readonly messages: number
  readonly stopped: boolean
}

/** A session with its contents. */
export interface Session extends SessionSummary {
  readonly records: readonly SessionRecord[]
  readonly inputTokens: number
  readonly outputTokens: number
}

const ROTATE_AT = 256 * 1024
const KEPT_ROTATIONS = 3
const KEPT_MESSAGES = 12
const LINE_FEED = 0x0a
const NEWEST = new Set(['latest', 'last', 'recent'])

/** Tests whether a reference means the newest session. */
export const meansNewest = (reference: string): boolean => NEWEST.has(reference.toLowerCase())

/**
 * A folder of sessions, one file each. A new file appears whole or not at all (temporary file, sync,
 * link); later turns are appended with one write each; so a kill at any moment loses nothing that
 * was acknowledged, and writers need no lock between them.
 */
export class SessionStore {
  readonly directory: string
  private readonly now: () => number

  constructor(directory: string, now: () => number = Date.now) {
    this.directory = directory
    this.now = now
  }

  /** Gives the place of a session's file, whether it exists or not. */
  pathOf(id: string): string {
    return join(this.directory, `${id}.jsonl`)
  }

  /** Lists the sessions, the last used first; an unreadable file is listed under its name. */
  async list(): Promise<SessionSummary[]> {
    const names = await readdir(this.directory).catch(emptyIfMissing)
    const files = names.filter((name) => /\.jsonl?$/.test(name) && !/\.rot-\d+\.jsonl$/.test(name))
    const entries = await Promise.all(files.map((name) => this.summarise(name)))
    return entries
      .filter((entry) => entry !== undefined)
      .sort(
        (a, b) => b.updatedAt - a.updatedAt || b.modified - a.modified || (a.id < b.id ? 1 : -1),
      )
      .map(({ modified: _modified, ...summary }) => summary)
  }

  /** Reads a session; undefined when there is none. Throws `UnreadableSession` when it is damaged. */
  async load(id: string): Promise<Session | undefined> {
    const path = await this.find(id)
    if (path === undefined) return undefined
    const text = await readFile(path, 'utf8')
    return this.describe(id, path, parseSession(text), (await stat(path)).mtimeMs)
  }

  /** Removes a session; false when there was none. */
  async delete(id: string): Promise<boolean> {
    const path = await this.find(id)
    if (path === undefined) return false
    await unlink(path)
    return true
  }

  /** Stores a turn: makes the session if it is new, else appends to it. Resolves once it is on disk. */
  async write(id: string, turn: readonly SessionRecord[]): Promise<string> {
    await mkdir(this.directory, { recursive: true })
    const path = (await this.find(id)) ?? this.pathOf(id)
    const created = await this.create(id, path, turn)
    if (!created) await this.append(id, path, turn)
    return path
  }

  private async create(id: string, path: string, turn: readonly SessionRecord[]): Promise<boolean> {
    const now = this.now()
    const meta: SessionRecord = {
      type: 'session_meta',
      version: 1,
      session_id: id,
      created_at_ms: creationTimeOf(id) ?? now,
      updated_at_ms: now,
    }
    const temporary = await this.writeTemporary(path, [meta, ...turn])
    try {
      await link(temporary, path)
      return true
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false
      throw error
    } finally {
      await rm(temporary, { force: true })
    }
  }

  private async append(id: string, path: string, turn: readonly SessionRecord[]): Promise<void> {
    if ((await stat(path)).size >= ROTATE_AT) await this.rotate(id, path)
    const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
    try {
      await dropUnfinishedLine(file)
      await file.write(turn.map(toLine).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** Sets a large file aside and goes on with its last messages; the three newest are kept. */
  private async rotate(id: string, path: string): Promise<void> {
    const records = parseSession(await readFile(path, 'utf8'))
    const messages = records.filter((record) => record.type === 'message')
    const kept = messages.slice(-KEPT_MESSAGES)
    const before = records.find((record) => record.type === 'compaction')
    const removed = messages.length - kept.length + (before?.removed_message_count ?? 0)
    const compaction: SessionRecord = {
      type: 'compaction',
      count: (before?.count ?? 0) + 1,
      removed_message_count: removed,
      summary: `${removed} earlier messages were set aside`,
    }
    const meta = records.filter((record) => record.type === 'session_meta')
    const prompts = records
      .filter((record) => record.type === 'prompt_history')
      .slice(-KEPT_MESSAGES)
    const temporary = await this.writeTemporary(path, [...meta, compaction, ...prompts, ...kept])
    await link(path, join(this.directory, `${id}.rot-${this.now()}.jsonl`)).catch(noneIfExists)
    await rename(temporary, path)
    await this.dropOldRotations(id)
  }

  private async dropOldRotations(id: string): Promise<void> {
    const names = await readdir(this.directory)
    const rotated = names.filter((name) => name.startsWith(`${id}.rot-`)).sort()
    const old = rotated.slice(0, Math.max(0, rotated.length - KEPT_ROTATIONS))
    await Promise.all(old.map((name) => rm(join(this.directory, name), { force: true })))
  }

  private async writeTemporary(path: string, records: readonly SessionRecord[]): Promise<string> {
    const temporary = `${path}.${process.pid}.${this.now()}.tmp`
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.write(records.map(toLine).join(''))
      await file.sync()
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

  private async summarise(
    name: string,
  ): Promise<(SessionSummary & { modified: number }) | undefined> {
    const path = join(this.directory, name)
    const id = basename(name).replace(/\.jsonl?$/, '')
    const modified = await stat(path).then(
      (info) => info.mtimeMs,
      () => undefined,
    )
    if (modified === undefined) return undefined
    try {
      const records = parseSession(await readFile(path, 'utf8'))
      const {
        records: _records,
        inputTokens: _i,
        outputTokens: _o,
        ...summary
      } = this.describe(id, path, records, modified)
      return { ...summary, modified }
    } catch {
      // A damaged file is still a session that its owner wants to see.
      const at = Math.round(modified)
      const createdAt = creationTimeOf(id) ?? at
      return {
        id,
        path,
        createdAt,
        updatedAt: at,
        prompts: 0,
        messages: 0,
        stopped: false,
        modified,
      }
    }
  }

  private describe(
    id: string,
    path: string,
    records: readonly SessionRecord[],
    modified: number,
  ): Session {
    const meta = records.find((record) => record.type === 'session_meta')
    const prompts = records.filter((record) => record.type === 'prompt_history')
    const messages = records.filter((record) => record.type === 'message')
    const compaction = records.find((record) => record.type === 'compaction')
    const last = prompts.at(-1)
    const used = messages.map((record) => record.message.usage)
    return {
      id,
      path,
      createdAt: meta?.created_at_ms ?? Math.round(modified),
      updatedAt: Math.max(meta?.updated_at_ms ?? Math.round(modified), last?.timestamp_ms ?? 0),
      prompts: prompts.length,
      messages: messages.length + (compaction?.removed_message_count ?? 0),
      stopped: last?.stop_reason !== undefined && last.stop_reason !== 'completed',
      records,
      inputTokens: used.reduce((sum, usage) => sum + (usage?.input_tokens ?? 0), 0),
      outputTokens: used.reduce((sum, usage) => sum + (usage?.output_tokens ?? 0), 0),
    }
  }
}

/** Cuts a torn last line off: a write that a crash or a full disk broke was never acknowledged. */
async function dropUnfinishedLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  if (size === 0) return
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  if (buffer[0] === LINE_FEED) return
  const { buffer: all } = await file.read(Buffer.alloc(size), 0, size, 0)
  await file.truncate(all.lastIndexOf(LINE_FEED) + 1)
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}
