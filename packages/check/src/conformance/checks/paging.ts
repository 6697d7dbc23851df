import {
  broken,
  type CheckResult,
  defineChecks,
  hasNoEnd,
  judge,
  kept,
  leftOut,
  missing,
  NEEDS,
  notShown,
  type Observation,
} from '../check.ts'
import { endOf, noDialect } from '../evidence/answers.ts'
import { commandOf, noManifest } from '../evidence/listed.ts'
import {
  interruptProblem,
  noEnd,
  runStreams,
  streamProblem,
  withoutStreams,
} from '../evidence/streams.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import { objectOf, isJsonObject, type JsonObject, type JsonValue } from 'surety/unstable/contract'

export const paging = defineChecks('paging', {
  etag: {
    title: 'A known etag is answered with not_modified',
    level: 3,
    requirements: ['REQ-O-041'],
    failureModes: [5],
    why: 'An agent asks with the etag that it has, to save the tokens of an unchanged answer.',
    fix: 'Compare --etag with the etag of the answer; if equal exit 0 with data null and meta.not_modified true.',
    run: async (tool) => {
      const { manifest, absent, dialect } = tool.subject
      const reason = absent.get('etag')
      if (reason !== undefined) return leftOut(reason)
      if (dialect !== null && dialect.generation === undefined)
        return leftOut(`${dialect.id} has no not_modified.`)
      if (manifest === null) return noManifest(tool)
      const data = await tool.dataOf(manifest.run)
      const tag = isJsonObject(data ?? null) ? (data as JsonObject)['etag'] : undefined
      if (typeof tag !== 'string')
        return notShown('The manifest has no etag.', 'An etag in the manifest.')
      const argv = [...manifest.argv, '--etag', tag]
      const run = await tool.run({ name: 'manifest, unchanged', argv })
      const outcome = await tool.outcomeOf(run)
      if (outcome === undefined) return noDialect(tool)
      return outcome.ok && outcome.meta['not_modified'] === true && outcome.data === null
        ? kept([run], 'A known etag is answered with not_modified.')
        : broken([{ run, says: 'The answer to a known etag is not not_modified.' }])
    },
  },
  pagination_walk: {
    title: 'A list can be walked to its end, page by page',
    level: 3,
    requirements: ['REQ-F-018', 'REQ-O-003'],
    failureModes: [5],
    why: 'An agent follows the cursor. One that repeats itself, or skips items, loops or loses data.',
    fix: 'Give a cursor exactly while there is more, and make it name the position after the last item.',
    run: walkPages,
  },
  stream_contract: {
    title: 'Every stream has one line per item and one last line',
    level: 3,
    requirements: ['REQ-O-004'],
    failureModes: [5, 76],
    why: 'An agent reads items as they come, and knows by the last line that it has them all.',
    fix: 'Print one JSON object per line, end with exactly one summary or error line, and number all items or none.',
    run: async (tool) => {
      const foreign = withoutStreams(tool)
      if (foreign !== undefined) return foreign
      const probes = tool.probes('stream')
      if (probes.length === 0) return missing(tool, 'stream', 'No command that streams is known.')
      const runs = await runStreams(tool, probes)
      const summary = 'Every stream follows the contract.'
      const result = await judge(runs, (run) => streamProblem(tool, run), summary)
      const index = runs.findIndex(hasNoEnd)
      return result.status === 'kept' && index !== -1 ? noEnd(probes[index]!, runs[index]!) : result
    },
  },
  stream_sigint: {
    title: 'SIGINT ends a stream with a last line that says so',
    level: 3,
    requirements: ['REQ-O-004', 'REQ-F-069'],
    failureModes: [16],
    why: 'An agent that stops a stream needs to know that it is not complete.',
    fix: 'On SIGINT write one error line with CANCELLED, and partial: true in data or meta; then exit with 130.',
    run: async (tool) => {
      const foreign = withoutStreams(tool)
      if (foreign !== undefined) return foreign
      const probes = tool.probes('stream').filter((probe) => probe.after_lines !== undefined)
      if (probes.length === 0) return missing(tool, 'stream', 'No stream may be interrupted.')
      const runs = await runStreams(tool, probes)
      return judge(runs, (run) => interruptProblem(tool, run), 'An interrupted stream says so.')
    },
  },
})

const MAX_PAGES = 12

const MAX_LISTS = 3

async function walkPages(tool: Probing): Promise<CheckResult> {
  if (tool.subject.dialect === null) return noDialect(tool)
  const starts: { readonly probe: Probe; readonly run: Run }[] = []
  for (const probe of tool.probes('read')) {
    if (starts.length >= MAX_LISTS) break
    for (const argv of [probe.argv, smallPage(tool, probe)]) {
      if (argv === undefined) continue
      const run = await tool.run({ ...probe, argv })
      if ((await cursorOf(tool, run)) === undefined) continue
      starts.push({ probe: { ...probe, argv }, run })
      break
    }
  }
  if (starts.length === 0) return missing(tool, 'paging', 'No answer has a cursor.')
  const runs: Run[] = []
  const found: Observation[] = []
  let unfinished: Run | undefined
  for (const { probe, run } of starts) {
    const walk = await walkList(tool, probe, run)
    runs.push(...walk.runs)
    if (walk.problem !== undefined) found.push(walk.problem)
    else if (!walk.isComplete) unfinished = walk.runs.at(-1)
  }
  if (found.length > 0) return broken(found, runs)
  if (unfinished !== undefined) {
    return notShown(`'${unfinished.probe}' has more than ${MAX_PAGES} pages.`, NEEDS.paging, runs)
  }
  return kept(runs, 'Every list ended, and no item came twice.')
}

async function walkList(
  tool: Probing,
  probe: Probe,
  start: Run,
): Promise<{ runs: Run[]; problem?: Observation; isComplete: boolean }> {
  const runs = [start]
  const stop = (run: Run, says: string) => ({ runs, problem: { run, says }, isComplete: false })
  const cursors = new Set<string>()
  const items = new Set<string>()
  let count = 0
  for (let run = start; runs.length <= MAX_PAGES;) {
    const data = await tool.dataOf(run)
    if (data === undefined) return stop(run, `A page ends with ${endOf(run)}.`)
    const rows = itemsOf(data)
    count += rows.length
    const { returned } = await pageOf(tool, run)
    if (typeof returned === 'number' && returned !== rows.length)
      return stop(run, `A page says that it has ${returned} items, and has ${rows.length}.`)
    for (const item of rows) {
      const text = JSON.stringify(item)
      if (items.has(text) && isNamed(item)) return stop(run, 'An item comes twice.')
      items.add(text)
    }
    const cursor = await cursorOf(tool, run)
    if (cursor === undefined) {
      const { total } = await pageOf(tool, run)
      return typeof total === 'number' && total !== count
        ? stop(run, `The total is said to be ${total}; the walk gave ${count} items.`)
        : { runs, isComplete: true }
    }
    if (cursors.has(cursor)) return stop(run, 'A cursor comes twice: the walk never ends.')
    cursors.add(cursor)
    run = await tool.run({ ...probe, argv: [...probe.argv, '--cursor', cursor] })
    runs.push(run)
  }
  return { runs, isComplete: false }
}

async function cursorOf(tool: Probing, run: Run): Promise<string | undefined> {
  const outcome = await tool.outcomeOf(run)
  if (outcome?.ok !== true) return undefined
  // Dialects without meta have it beside the list.
  const inData = objectOf(outcome.data)['next_cursor']
  const cursor = outcome.meta['cursor'] ?? inData
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined
}

async function pageOf(tool: Probing, run: Run): Promise<JsonObject> {
  return objectOf((await tool.outcomeOf(run))?.meta['pagination'])
}

function itemsOf(data: JsonValue): readonly JsonValue[] {
  if (Array.isArray(data)) return data as readonly JsonValue[]
  if (typeof data !== 'object' || data === null) return []
  const lists = Object.values(data).filter((value) => Array.isArray(value))
  return lists.length === 1 ? (lists[0] as readonly JsonValue[]) : []
}

/** Two equal numbers in a list are no repetition; two objects with the same id are. */
function isNamed(item: JsonValue): boolean {
  return (
    typeof item === 'object' && item !== null && ['id', 'name', 'key'].some((key) => key in item)
  )
}

function smallPage(tool: Probing, probe: Probe): readonly string[] | undefined {
  const command = commandOf(tool.subject.commands, probe.argv)
  const has = (name: string) => command?.flags.some((flag) => flag.name === name) === true
  return has('limit') && has('cursor') && !probe.argv.includes('--limit')
    ? [...probe.argv, '--limit', '1']
    : undefined
}
