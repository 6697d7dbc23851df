import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import {
  broken,
  defineCheck,
  kept,
  missing,
  NEEDS,
  notShown,
  type CheckResult,
  type Observation,
} from '../../check.ts'
import { endOf, noDialect } from '../../evidence/answers.ts'
import { commandOf } from '../../evidence/listed.ts'
import type { Probing } from '../../probing/probing.ts'
import type { Run } from '../../probing/run.ts'
import type { Probe } from '../../probing/subject.ts'

export const check = defineCheck({
  id: 'pagination_walk',
  title: 'A list can be walked to its end, page by page',
  level: 3,
  topic: 'paging',
  requirements: ['REQ-F-018', 'REQ-O-003'],
  failureModes: [5],
  why: 'An agent follows the cursor. One that repeats itself, or skips items, loops or loses data.',
  fix: 'Give a cursor exactly while there is more, and make it name the position after the last item.',
  run: walkPages,
})

/** How many pages are fetched at most; a list that is longer is not walked to its end. */
const MAX_PAGES = 12
/** How many commands are walked. */
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
  if (starts.length === 0) {
    return missing(tool, 'paging', 'No answer has a cursor.', NEEDS.pages)
  }
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
    return notShown(`'${unfinished.probe}' has more than ${MAX_PAGES} pages.`, NEEDS.pages, runs)
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
  for (let run = start; runs.length <= MAX_PAGES;) {
    const data = await tool.dataOf(run)
    if (data === undefined) return stop(run, `A page ends with ${endOf(run)}.`)
    for (const item of itemsOf(data)) {
      const text = JSON.stringify(item)
      if (items.has(text) && isNamed(item)) return stop(run, 'An item comes twice.')
      items.add(text)
    }
    const cursor = await cursorOf(tool, run)
    if (cursor === undefined) return { runs, isComplete: true }
    if (cursors.has(cursor)) return stop(run, 'A cursor comes twice: the walk never ends.')
    cursors.add(cursor)
    run = await tool.run({ ...probe, argv: [...probe.argv, '--cursor', cursor] })
    runs.push(run)
  }
  return { runs, isComplete: false }
}

async function cursorOf(tool: Probing, run: Run): Promise<string | undefined> {
  const outcome = (await tool.read(run))?.outcome
  if (outcome?.ok !== true) return undefined
  // Dialects without meta have it beside the list.
  const inData = isJsonObject(outcome.data) ? outcome.data['next_cursor'] : undefined
  const cursor = outcome.meta['cursor'] ?? inData
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined
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
