import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { sha256 } from '@surety/internal/sha256.ts'
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from 'surety/unstable/contract'
import { keepNewest, removeOldDrafts, writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { whyForeign, whyShared, makeFolder } from '@surety/internal/own-folder.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
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
import { filesOf } from '../process/tool-file.ts'

/**
 * Keeps the memory in a folder: a folder per tool, a file per fact. Every write replaces one file
 * atomically, so no lock is needed. A damaged file is set aside and reported.
 *
 * @example
 * ```ts
 * import { createClient, createFileMemory } from '@surety/client'
 *
 * const memory = createFileMemory('/var/lib/my-agent/tools')
 * const client = createClient({ memory })
 * ```
 */
export function createFileMemory(folder: string): Memory {
  const { folderOf, report, store, readManifest, readFolder, takeProblems } = openFacts(folder)
  return {
    read: async (tool) => (await readFolder(folderOf(tool))).facts,
    readManifest: async (tool) => (await readManifest(folderOf(tool)))?.fact ?? null,
    learnDialect: (tool, dialect, flags = '') =>
      flags === ''
        ? store(tool, 'dialect.json', { dialect })
        : store(tool, `mode-${fileNameFor(flags)}.json`, { flags, dialect }),
    async recordRedirect(tool, redirect) {
      if (holdsSecret(redirect))
        return report(folderOf(tool), 'does not get a redirect of a command line with a secret')
      // Command lines may hold secrets, and names of files are shown in many places.
      const name = `redirect-${sha256(JSON.stringify(redirect.from)).slice(0, 32)}.json`
      const names: readonly string[] = await readdir(folderOf(tool)).catch(() => [])
      const known = names.filter((other) => other.startsWith('redirect-'))
      if (known.length < MOST_REDIRECTS || known.includes(name)) {
        return store(tool, name, { redirect: { ...redirect } })
      }
      report(folderOf(tool), `has ${MOST_REDIRECTS} redirects, the most that are remembered`)
    },
    async recordNotice(tool, notice) {
      const name = `notice-${fileNameFor(notice.text).slice(-16)}.json`
      await store(tool, name, { notice: { ...notice } })
      await keepNewest(folderOf(tool), /^notice-/, MOST_NOTICES)
    },
    recordManifest: (tool, manifest) => store(tool, MANIFEST, { manifest: { ...manifest } }),
    async list(like) {
      const tools: ListedTool[] = []
      const names: readonly string[] = await readdir(folder).catch(() => [])
      // Versions of a tool differ behind its name alone.
      const start = like === undefined ? '' : fileNameFor(like).slice(0, -DIGEST)
      for (const name of names.filter((each) => each.startsWith(start)).toSorted()) {
        const path = join(folder, name)
        removeOldDrafts(path)
        const { tool, facts } = await readFolder(path)
        const listed = await readManifest(path)
        const known = tool ?? listed?.tool ?? null
        if (known === null) continue
        tools.push({ tool: known, ...facts, manifest_etag: listed?.fact.etag ?? null })
      }
      return tools
    },
    async forget(tool) {
      const path = folderOf(tool)
      const isKnown = (await readdir(path).catch(() => [])).length > 0
      await rm(path, { recursive: true, force: true })
      return isKnown
    },
    takeProblems,
  }
}

/** Opens the files of a memory: each is read and written alone, and what is wrong with one is reported. */
function openFacts(folder: string) {
  const problems: MemoryProblem[] = []
  const folderOf = (tool: string) => join(folder, fileNameFor(tool))
  const report = (path: string, message: string): undefined => {
    problems.push({ path, message })
  }

  function isOurs(path: string): boolean {
    const why = whyShared(folder) ?? whyForeign(path)
    if (why !== undefined) report(path, why)
    return why === undefined
  }

  const load = <Fact>(path: string, take: (value: JsonObject) => Fact | undefined) =>
    loadFact(path, take, report)

  async function store(tool: string, name: string, fact: JsonObject): Promise<void> {
    const path = join(folderOf(tool), name)
    try {
      if (!isOurs(folderOf(tool))) return
      makeFolder(folderOf(tool), 0o700)
      await writeFileAtomically(path, `${JSON.stringify({ tool, ...fact })}\n`)
      removeOldDrafts(folderOf(tool))
    } catch (error) {
      // A fact that cannot be stored is learned again next time; the call must not fail because of it.
      report(path, `cannot be written (${(error as NodeJS.ErrnoException).code})`)
    }
  }

  async function readManifest(path: string) {
    if (whyShared(folder) !== undefined) return undefined
    return load(join(path, MANIFEST), ({ manifest }) =>
      isManifest(manifest) ? manifest : undefined,
    )
  }

  async function readFolder(path: string) {
    const found: readonly string[] = await readdir(path).catch(() => [])
    const names = found.length > 0 && isOurs(path) ? found : []
    let facts = NO_FACTS
    let tool: string | null = null
    for (const name of names.filter((name) => name.endsWith('.json') && name !== MANIFEST).sort()) {
      const read = await load(join(path, name), (value) => merge(facts, name, value))
      facts = read?.fact ?? facts
      tool = read?.tool ?? tool
    }
    return { tool, facts }
  }

  const takeProblems = () => problems.splice(0)
  return { folderOf, report, store, readManifest, readFolder, takeProblems }
}

/** Reads a fact; a file that does not hold one is set aside. */
async function loadFact<Fact>(
  path: string,
  take: (value: JsonObject) => Fact | undefined,
  report: (path: string, message: string) => undefined,
) {
  let text: string
  try {
    const why = whyForeign(path)
    if (why !== undefined) return report(path, why)
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') report(path, `cannot be read (${code})`)
    return undefined
  }
  const value = parseJson(text)
  const fact = isJsonObject(value) ? take(value) : undefined
  if (isJsonObject(value) && fact !== undefined)
    return { fact, tool: isText(value['tool']) ? value['tool'] : null }
  // Another process may be faster; the file is out of the way all the same.
  await rename(path, `${path}.corrupt-${Date.now()}-${process.pid}`).catch(() => {})
  return report(path, 'is damaged and was set aside')
}

const MANIFEST = 'manifest.json'
const DIGEST = 16

export function fileNameFor(key: string): string {
  const readable =
    filesOf(key)
      .split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(-40) ?? ''
  return `${readable || 'tool'}-${sha256(key).slice(0, DIGEST)}`
}

function holdsSecret({ from, to }: Pick<RememberedRedirect, 'from' | 'to'>): boolean {
  const redactor = createRedactor()
  return [from, to].some((words) => !sameWords(redactWords(words, redactor), words))
}

/** All redirects are read before each call, so their number is limited. */
const MOST_REDIRECTS = 256

function merge(facts: ToolFacts, name: string, value: JsonObject): ToolFacts | undefined {
  const { dialect, flags, notice, redirect } = value
  if (name === 'dialect.json') return isText(dialect) ? { ...facts, dialect } : undefined
  if (name.startsWith('mode-')) {
    if (!isText(flags) || !isText(dialect)) return undefined
    return { ...facts, modes: [...facts.modes, { flags, dialect }] }
  }
  if (name.startsWith('notice-'))
    return isNotice(notice) ? { ...facts, notices: [...facts.notices, notice] } : undefined
  if (!name.startsWith('redirect-')) return facts
  return isRedirect(redirect) ? { ...facts, redirects: [...facts.redirects, redirect] } : undefined
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string'
}

function isNotice(value: JsonValue | undefined): value is JsonObject & RememberedNotice {
  return (
    isJsonObject(value) &&
    isText(value['text']) &&
    (value['kind'] === 'warning' || value['kind'] === 'soft_redirect')
  )
}

function isManifest(value: JsonValue | undefined): value is JsonObject & RememberedManifest {
  return isJsonObject(value) && isText(value['etag']) && value['document'] !== undefined
}

function isRedirect(value: JsonValue | undefined): value is JsonObject & RememberedRedirect {
  return (
    isJsonObject(value) &&
    isWords(value['from']) &&
    isWords(value['to']) &&
    // A rule that begins with no word would turn every call of the tool into another one.
    (value['match'] === 'exact' ||
      ((value['match'] === 'prefix' || value['match'] === 'command') && hasWords(value['from']))) &&
    hasWords(value['to']) &&
    typeof value['elsewhere'] === 'boolean'
  )
}

function hasWords(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0
}

function isWords(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every(isText)
}
