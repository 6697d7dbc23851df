import { isJsonObject, parseJson, type JsonValue } from 'surety/unstable/contract'
import { addWords } from '@surety/internal/command-words.ts'
import {
  broken,
  type CheckResult,
  defineChecks,
  kept,
  leftOut,
  missing,
  type Observation,
} from '../check.ts'
import { commandOf } from '../evidence/listed.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'

export const lists = defineChecks('paging', {
  list_says_it_stopped: {
    title: 'A list keeps its limit, and says that it stopped',
    level: 3,
    requirements: ['REQ-F-018', 'REQ-O-003'],
    failureModes: [5],
    why: 'An agent takes the first 30 rows for all of them if nothing says that there are more.',
    fix: 'Say it in the answer: a cursor, has_more or truncated as true, or a total above the rows; as text a last line or stderr.',
    run: findSilentStops,
  },
})

/** Options that set how many rows a list has. */
const LIMITS = ['limit', 'max-results', 'max-items', 'max-count', 'per-page', 'page-size', 'max']
const MAX_LISTS = 3

/**
 * A list stopped if one row more can be had by a larger limit. Where the tool answers in an envelope, it is also asked for
 * one row less, because a test rarely has more rows than a default limit.
 */
async function findSilentStops(tool: Probing): Promise<CheckResult> {
  const runs: Run[] = []
  const found: Observation[] = []
  let seen = 0
  for (const probe of tool.probes('read')) {
    if (seen >= MAX_LISTS) break
    const option = await limitOf(tool, probe)
    if (option === undefined) continue
    const list = await stoppedList(tool, probe, option)
    if (list === undefined) continue
    seen += 1
    const { stopped, whole, rows, limit } = list
    runs.push(stopped, whole)
    if (limit !== undefined && rows > limit)
      found.push({ run: stopped, says: `It has ${rows} rows with ${option} ${limit}.` })
    else if (!saysMore(stopped, rows))
      found.push({
        run: stopped,
        says: `It has ${rows} rows, and nothing says that there are more.`,
      })
  }
  if (found.length > 0) return broken(found, runs)
  if (runs.length > 0) return kept(runs, 'Every list that stopped said so.')
  const { commands, manifest } = tool.subject
  const canStop = commands.some(({ flags }) => flags.some(({ name }) => LIMITS.includes(name)))
  return manifest !== null && !canStop
    ? leftOut('The manifest lists no command with a limit.')
    : missing(tool, 'paging', 'No list is known that stops.')
}

/** Finds the option that limits the rows of a read, which does not set it: in the manifest, or else in its help. */
async function limitOf(tool: Probing, probe: Probe): Promise<string | undefined> {
  const command = commandOf(tool.subject.commands, probe.argv)
  const listed = command?.flags ?? []
  const isListed = (name: string) => listed.some((flag) => flag.name === name)
  const name =
    listed.length > 0 ? LIMITS.find(isListed) : limitInHelp(await helpText(tool, probe.argv))
  return name === undefined || probe.argv.some((word) => word.startsWith(`--${name}`))
    ? undefined
    : `--${name}`
}

async function helpText(tool: Probing, argv: readonly string[]): Promise<string> {
  const words = addWords(argv, ['--help'])
  const run = await tool.run({ name: words.join(' '), argv: words }, { withMachineArgs: false })
  return run.exitCode === 0 ? run.stdout + run.stderr : ''
}

function limitInHelp(text: string): string | undefined {
  return LIMITS.find((name) => text.split(/[\s,=<[]+/).includes(`--${name}`))
}

/** Makes a list stop; undefined if it cannot be shown that it did. */
async function stoppedList(tool: Probing, probe: Probe, option: string) {
  const withLimit = (rows: number) =>
    tool.run({ ...probe, argv: addWords(probe.argv, [option, `${rows}`]) })
  const first = await tool.run(probe)
  const rows = rowsIn(first)
  if (rows === undefined || rows === 0) return undefined
  const more = await withLimit(rows + 1)
  const [larger, again] = [rowsIn(more), rowsIn(await tool.run(probe, { repetition: 1 }))]
  // A list that grows meanwhile shows nothing.
  if (again !== rows || larger === undefined) return undefined
  if (larger > rows) return { stopped: first, whole: more, rows, limit: undefined }
  if (tool.subject.dialect === null || rows < 2) return undefined
  const fewer = await withLimit(rows - 1)
  const limit = rows - 1
  // Only of data that are the rows it is sure what the limit is about.
  const isIgnored = option === '--limit' && Array.isArray(await tool.dataOf(fewer))
  const given = rowsIn(fewer)
  return given === limit || (given === rows && isIgnored)
    ? { stopped: fewer, whole: first, rows: given, limit }
    : undefined
}

function rowsIn({ exitCode, end, stdout }: Run): number | undefined {
  if (exitCode !== 0 || end.stopped !== null) return undefined
  const document = parseJson(stdout)
  if (document !== undefined) return longest(document)
  return stdout.split('\n').filter((line) => line.trim() !== '').length
}

const MAX_DEPTH = 3

/** Counts the items of the longest list that is not inside of another. */
function longest(value: JsonValue, depth = 0): number | undefined {
  if (Array.isArray(value)) return value.length
  if (!isJsonObject(value) || depth > MAX_DEPTH) return undefined
  const found = Object.values(value).flatMap((inner) => longest(inner, depth + 1) ?? [])
  return found.length === 0 ? undefined : Math.max(...found)
}

/** Tests whether an answer says that it has not all. */
function saysMore({ stdout, stderr }: Run, rows: number): boolean {
  const document = parseJson(stdout)
  const lines = stdout.trim().split('\n')
  const around = document === undefined ? [lines[0]!, ...lines.slice(-2)] : []
  return (
    [...stderr.split('\n'), ...around].some((line) => MORE.test(line)) ||
    (document !== undefined && memberSays(document, rows))
  )
}

/** Sentences that say it, outside of rows. */
const MORE =
  /\b(?:more|truncated|limit(?:ed)?|remaining|omitted|next page|first \d+|\d of \d|of (?:about )?\d)|--(?:all|page|cursor)\b|^\s*(?:\.\.\.|…)/i
const TRUE = /^(?:is|has)?(?:more|next|nextpage|truncated|incomplete|partial|limited)$/
const PLACE = /(?:cursor|next|nextpage|token|nextlink|continue)$/
const TOTAL = /^(?:total\w*|count|available|matches)$/

function memberSays(value: JsonValue, rows: number, depth = 0): boolean {
  if (!isJsonObject(value) || depth > MAX_DEPTH) return false
  return Object.entries(value).some(([key, inner]) => {
    const name = key.replaceAll(/[_-]/g, '').toLowerCase()
    if (inner === true) return TRUE.test(name)
    if (typeof inner === 'number' && TOTAL.test(name)) return inner > rows
    // A limit beside as many rows says why it ended there.
    if (name === 'limit') return inner === rows
    if (name.startsWith('remaining')) return inner !== null && inner !== 0
    if (PLACE.test(name)) return inner !== null && inner !== '' && inner !== false
    if (Array.isArray(inner))
      return /^(?:warnings|notes|messages)$/.test(name) && MORE.test(JSON.stringify(inner))
    if (typeof inner === 'string')
      return /hint|message|notice|warning/.test(name) && MORE.test(inner)
    return memberSays(inner, rows, depth + 1)
  })
}
