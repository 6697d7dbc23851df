import { statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { sha256 } from '../../internal/sha256.ts'
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { removeOldDrafts, writeFileAtomically } from '../../internal/atomic-file.ts'
import { redactWords } from '../../internal/redact/secret-options.ts'
import { createRedactor } from '../../internal/redact/redactor.ts'
import { sameWords } from '../call/redirect/command-line.ts'
import {
  MOST_NOTICES,
  NO_FACTS,
  type ListedTool,
  type Memory,
  type MemoryProblem,
  type RememberedManifest,
  type RememberedNotice,
  type RememberedRedirect,
  type ToolFacts,
} from './facts.ts'
import { fileNameFor } from './key.ts'

/**
 * Keeps the memory in a folder: a folder per tool, a file per fact. Every write replaces one file
 * atomically, so no lock is needed. A damaged file is set aside and reported.
 *
 * @example
 * ```ts
 * import { createClient, createFileMemory } from 'surety/client'
 *
 * const memory = createFileMemory('/var/lib/my-agent/tools')
 * const client = createClient({ memory })
 * ```
 */
export function createFileMemory(folder: string): Memory {
  const problems: MemoryProblem[] = []
  const seen = new Map<string, Seen>()
  const folderOf = (tool: string) => seen.get(tool)?.path ?? join(folder, fileNameFor(tool))

  /** Called before every call, so an unchanged folder is not read again. */
  async function read(tool: string): Promise<ToolFacts> {
    const known = seen.get(tool)
    const path = folderOf(tool)
    const stamp = stampOf(path)
    if (known?.stamp === stamp) return known.facts
    const { facts } = stamp === 'none' ? { facts: NO_FACTS } : await readFolder(path)
    if (seen.size >= MOST_SEEN) seen.clear()
    // A file that is added within the resolution of the clock would not change the stamp.
    const isSettled = stamp === 'none' || Date.now() - Number.parseFloat(stamp) > SETTLED_MS
    seen.set(tool, { path, stamp: isSettled ? stamp : null, facts })
    return facts
  }

  async function load(path: string): Promise<JsonObject | undefined> {
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        problems.push({ path, set_aside: null, message: `cannot be read (${code})` })
      return undefined
    }
    const value = parseJson(text)
    if (isJsonObject(value)) return value
    await setAside(path)
    return undefined
  }

  async function setAside(path: string): Promise<void> {
    const aside = `${path}.corrupt-${Date.now()}-${process.pid}`
    const isMoved = await rename(path, aside).then(
      () => true,
      () => false, // Another process was faster; the file is out of the way all the same.
    )
    problems.push({
      path,
      set_aside: isMoved ? aside : null,
      message: 'is damaged and was set aside',
    })
  }

  async function store(tool: string, name: string, fact: JsonObject): Promise<void> {
    const path = join(folderOf(tool), name)
    try {
      await mkdir(folderOf(tool), { recursive: true, mode: 0o700 })
      await writeFileAtomically(path, `${JSON.stringify({ tool, format: FORMAT, ...fact })}\n`)
      removeOldDrafts(folderOf(tool))
    } catch (error) {
      // A fact that cannot be stored is learned again next time; the call must not fail because of it.
      problems.push({
        path,
        set_aside: null,
        message: `cannot be written (${(error as NodeJS.ErrnoException).code})`,
      })
    }
  }

  async function readManifest(
    path: string,
  ): Promise<{ readonly tool: string | null; readonly manifest: RememberedManifest } | undefined> {
    const file = join(path, MANIFEST)
    const value = await load(file)
    if (value === undefined) return undefined
    const { manifest, tool } = value
    if (value['format'] !== FORMAT) return undefined
    if (isManifest(manifest)) return { tool: typeof tool === 'string' ? tool : null, manifest }
    await setAside(file)
    return undefined
  }

  async function readFolder(
    path: string,
  ): Promise<{ readonly tool: string | null; readonly facts: ToolFacts }> {
    const names = await readdir(path).catch(() => [])
    let facts = NO_FACTS
    let tool: string | null = null
    for (const name of names.filter((name) => name.endsWith('.json') && name !== MANIFEST).sort()) {
      const file = join(path, name)
      const value = await load(file)
      if (value === undefined) continue
      // Old redirects had the words of a command line in their file name, secrets included.
      if (value['format'] === undefined && name.startsWith('redirect-'))
        await rm(file, { force: true })
      if (value['format'] !== FORMAT) continue
      const next = merge(facts, name, value)
      if (next === undefined) await setAside(file)
      else facts = next
      if (next !== undefined && typeof value['tool'] === 'string') tool = value['tool']
    }
    return { tool, facts }
  }

  return {
    read,
    readManifest: async (tool) => (await readManifest(folderOf(tool)))?.manifest ?? null,
    learnDialect: (tool, dialect, flags = '') =>
      flags === ''
        ? store(tool, 'dialect.json', { dialect })
        : store(tool, `mode-${fileNameFor(flags)}.json`, { flags, dialect }),
    async recordRedirect(tool, redirect) {
      if (holdsSecret(redirect)) {
        const message = 'does not get a redirect of a command line with a secret'
        problems.push({ path: folderOf(tool), set_aside: null, message })
        return
      }
      const name = redirectName(redirect.from)
      const names: readonly string[] = await readdir(folderOf(tool)).catch(() => [])
      const known = names.filter((other) => other.startsWith('redirect-'))
      if (known.length < MOST_REDIRECTS || known.includes(name)) {
        return store(tool, name, { redirect: { ...redirect } })
      }
      const message = `has ${MOST_REDIRECTS} redirects, the most that are remembered`
      problems.push({ path: folderOf(tool), set_aside: null, message })
    },
    async recordNotice(tool, notice) {
      await store(tool, `notice-${fileNameFor(notice.text).slice(-16)}.json`, {
        notice: { ...notice },
      })
      await dropOldNotices(folderOf(tool))
    },
    recordManifest: (tool, manifest) => store(tool, MANIFEST, { manifest: { ...manifest } }),
    async list() {
      const tools: ListedTool[] = []
      const names: readonly string[] = await readdir(folder).catch(() => [])
      for (const name of names.toSorted()) {
        const path = join(folder, name)
        removeOldDrafts(path)
        const { tool, facts } = await readFolder(path)
        const listed = await readManifest(path)
        const known = tool ?? listed?.tool ?? null
        if (known === null) continue
        tools.push({ tool: known, ...facts, manifest_etag: listed?.manifest.etag ?? null })
      }
      return tools
    },
    async forget(tool) {
      const path = folderOf(tool)
      const isKnown = (await readdir(path).catch(() => [])).length > 0
      await rm(path, { recursive: true, force: true })
      return isKnown
    },
    takeProblems: () => problems.splice(0),
  }
}

const MANIFEST = 'manifest.json'
/** Facts of format 1, which have no number, were also learned from content that looked like an envelope. */
const FORMAT = 2

/** Command lines may hold secrets, and names of files are shown in many places. */
function redirectName(from: readonly string[]): string {
  const digest = sha256(JSON.stringify(from))
  return `redirect-${digest.slice(0, 32)}.json`
}

function holdsSecret({ from, to }: Pick<RememberedRedirect, 'from' | 'to'>): boolean {
  const redactor = createRedactor()
  return [from, to].some((words) => !sameWords(redactWords(words, redactor), words))
}

const MOST_SEEN = 1000
/** All redirects are read before each call, so their number is limited. */
const MOST_REDIRECTS = 256
const SETTLED_MS = 2000

interface Seen {
  readonly path: string
  /** Null if the folder changed a moment ago. */
  readonly stamp: string | null
  readonly facts: ToolFacts
}

/** Identifies the state of a folder. Synchronous: a rejected promise costs more than the read. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat === undefined ? 'none' : `${stat.mtimeMs}/${stat.ino}`
  } catch {
    // Something other than a folder; reading it reports what.
    return ''
  }
}

/** Adds the fact of one file; undefined if the content does not fit the file name. */
function merge(facts: ToolFacts, name: string, value: JsonObject): ToolFacts | undefined {
  if (name === 'dialect.json') {
    return typeof value['dialect'] === 'string'
      ? { ...facts, dialect: value['dialect'] }
      : undefined
  }
  if (name.startsWith('mode-')) {
    const { flags, dialect } = value
    if (typeof flags !== 'string' || typeof dialect !== 'string') return undefined
    return { ...facts, modes: [...facts.modes, { flags, dialect }] }
  }
  if (name.startsWith('notice-')) {
    const { notice } = value
    return isNotice(notice) ? { ...facts, notices: [...facts.notices, notice] } : undefined
  }
  if (!name.startsWith('redirect-')) return facts
  const redirect = value['redirect']
  return isRedirect(redirect) ? { ...facts, redirects: [...facts.redirects, redirect] } : undefined
}

function isNotice(value: JsonValue | undefined): value is JsonObject & RememberedNotice {
  return (
    isJsonObject(value) &&
    typeof value['text'] === 'string' &&
    (value['kind'] === 'warning' || value['kind'] === 'soft_redirect')
  )
}

async function dropOldNotices(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('notice-'))
  if (names.length <= MOST_NOTICES) return
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 }
    }),
  )
  const old = dated.toSorted((one, other) => other.time - one.time).slice(MOST_NOTICES)
  for (const { path } of old) await rm(path, { force: true })
}

function isManifest(value: JsonValue | undefined): value is JsonObject & RememberedManifest {
  return isJsonObject(value) && typeof value['etag'] === 'string' && value['document'] !== undefined
}

function isRedirect(value: JsonValue | undefined): value is JsonObject & RememberedRedirect {
  return (
    isJsonObject(value) &&
    isWords(value['from']) &&
    isWords(value['to']) &&
    (value['match'] === 'prefix' || value['match'] === 'exact') &&
    typeof value['elsewhere'] === 'boolean'
  )
}

function isWords(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every((word) => typeof word === 'string')
}
