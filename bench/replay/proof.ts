import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { estimateTokenCount } from 'tokenx'

import { RULES } from '../../packages/cli/src/replay/index.ts'
import { shortOf } from '../../packages/cli/src/replay/rules/long-output.ts'
import type { ReplayCall } from '../../packages/cli/src/replay/transcript.ts'
import { judged, readRun, type ReadRun } from './calls.ts'
import { compare, digestOf, readLabels, type Comparison, type Label } from './labels.ts'
import { axiRuns, sweFiles, terminalRuns, type Half, type SetName } from './sets.ts'
import { WorkloadCount, type Workload } from './workload.ts'

/** In how many failed runs a rule speaks, and in how many good ones. */
export interface RuleCount {
  failed: number
  good: number
}

/** Runs of AXI of one half, and what the rules say in them. */
export interface HalfResult {
  failed: number
  good: number
  readonly rules: Record<string, RuleCount>
  /** The runs with plain gh alone. */
  readonly gh: { failed: number; good: number; readonly stopped_list: RuleCount }
  readonly tokens: TokenCount
}

/** Outputs that a description knows a short form of. */
export interface TokenCount {
  outputs: number
  /** The same by the program whose form it is. */
  readonly programs: Record<string, number>
  before: number
  after: number
  /** Facts of grade.json that stand in an output of their run, and those that a short form lost. */
  facts: number
  lost: number
}

export interface LabelResult {
  readonly labels: number
  /** Labels whose call is not in the sets any more, or has another output. */
  readonly missing: number
  readonly by_kind: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly meaning: Readonly<Record<string, number>>
  readonly again: Readonly<Record<string, number>>
  readonly differing: readonly {
    readonly run: string
    readonly call: number
    readonly kind: string
    readonly exit: string
    readonly code: string | null
  }[]
}

export interface Proof {
  readonly runs: number
  readonly calls: number
  readonly halves: Readonly<Record<Half, HalfResult>>
  readonly workload: Readonly<Record<string, Workload>>
  readonly labels: LabelResult
  readonly swe: Readonly<Record<string, number>> | null
  readonly terminal: TerminalResult | null
}

/** Runs of mini-swe-agent on terminal-bench, which has no licence: counts alone. */
export interface TerminalResult {
  runs: number
  /** Runs in which the agent made no step. */
  never_started: number
  /** Of these, runs whose script printed success although the program was not there then. */
  not_installed: number
  never_started_solved: number
  solved: number
  readonly found: Record<string, number>
}

const RULE_IDS = RULES.flatMap(({ id, isCounted }) => (isCounted ? [] : [id]))

/** Measures what can be shown without a model. */
export async function prove(
  sets: Readonly<Partial<Record<SetName, string>>>,
  onProgress: (text: string) => void = () => {},
): Promise<Proof> {
  const halves = { build: newHalf(), measure: newHalf() }
  const counts = { gh: new WorkloadCount(), axi: new WorkloadCount() }
  const labels = new LabelCheck(readLabels())
  const runs = sets.axi === undefined ? [] : axiRuns(sets.axi)
  let calls = 0
  for (const { id, folder, half, isGh } of runs) {
    const read = await readRun(join(folder, 'agent_output.txt'))
    const grade = JSON.parse(readFileSync(join(folder, 'grade.json'), 'utf8')) as Grade
    calls += read.calls.length
    for (const call of read.calls) {
      counts.axi.add(call)
      if (isGh) counts.gh.add(call)
    }
    await countRun(halves[half], read, grade, isGh)
    await labels.check('axi', id, read.calls)
    onProgress(id)
  }
  const swe = sets.swe === undefined ? null : await readSwe(sets.swe, labels, onProgress)
  const terminal =
    sets.terminal === undefined ? null : await readTerminal(sets.terminal, onProgress)
  return {
    runs: runs.length,
    calls,
    halves,
    workload: {
      gh: counts.gh.result(),
      axi: counts.axi.result(),
      ...(swe && { swe: swe.workload }),
      ...(terminal && { terminal: terminal.workload }),
    },
    labels: labels.result(),
    swe: swe && swe.found,
    terminal: terminal && terminal.result,
  }
}

interface Grade {
  readonly task_success: boolean
  readonly details?: string
}

function newHalf(): HalfResult {
  return {
    failed: 0,
    good: 0,
    rules: Object.fromEntries(RULE_IDS.map((id) => [id, { failed: 0, good: 0 }])),
    gh: { failed: 0, good: 0, stopped_list: { failed: 0, good: 0 } },
    tokens: { outputs: 0, programs: {}, before: 0, after: 0, facts: 0, lost: 0 },
  }
}

async function countRun(
  half: HalfResult,
  { calls, found }: ReadRun,
  { task_success: isGood, details = '' }: Grade,
  isGh: boolean,
): Promise<void> {
  const side = isGood ? 'good' : 'failed'
  half[side] += 1
  if (isGh) half.gh[side] += 1
  for (const id of RULE_IDS) if ((found[id] ?? 0) > 0) half.rules[id]![side] += 1
  if (isGh && (found['stopped_list'] ?? 0) > 0) half.gh.stopped_list[side] += 1
  await countTokens(half.tokens, calls, factsIn(details))
}

/** Bytes that a note on what was left out takes; an output that saves less stays as it is. */
const NOTE = '[… 110 lines left out: surety read --rest 784ca4eb-0a25-4a55-94d2-df99aa86a14a …]\n'

async function countTokens(
  tokens: TokenCount,
  calls: readonly ReplayCall[],
  facts: readonly string[],
): Promise<void> {
  const shown = await Promise.all(
    calls.map(async (call) => {
      const known = await judged(call)
      const short = shortOf(known)
      if (short === undefined || short.saved < NOTE.length) return call.output
      const { words = [] } = known.parts.find((part) => part.known?.short) ?? {}
      addAll(tokens.programs, { [basename(words[0] ?? '')]: 1 })
      return short.text + NOTE
    }),
  )
  for (const [at, { output }] of calls.entries()) {
    if (shown[at] === output) continue
    tokens.outputs += 1
    tokens.before += estimateTokenCount(output)
    tokens.after += estimateTokenCount(shown[at])
  }
  for (const fact of facts) {
    if (!calls.some(({ output }) => output.includes(fact))) continue
    tokens.facts += 1
    if (!shown.some((output) => output.includes(fact))) tokens.lost += 1
  }
}

/** Finds what a verdict names: numbers of issues and runs, tags, and what stands in quotes. */
export function factsIn(details: string): readonly string[] {
  const found = details.matchAll(
    /#(\d{3,})|\b(v\d[\w.-]*\d)|\b(\d{4,})\b|["'`]([^"'`\n]{4,60})["'`]/g,
  )
  return [
    ...new Set([...found].map(([, ...groups]) => groups.find((group) => group !== undefined)!)),
  ]
}

class LabelCheck {
  readonly #labels: readonly Label[]
  readonly #compared: Comparison[] = []

  constructor(labels: readonly Label[]) {
    this.#labels = labels
  }

  async check(set: Label['set'], run: string, calls: readonly ReplayCall[]): Promise<void> {
    for (const label of this.#labels) {
      if (label.set !== set || label.run !== run) continue
      const call = calls[label.call - 1]
      if (call !== undefined && digestOf(call.output) === label.output)
        this.#compared.push(await compare(label, call))
    }
  }

  result(): LabelResult {
    const all = this.#compared
    const byKind: Record<string, Record<string, number>> = {}
    const meaning = { agrees: 0, silent: 0, differs: 0 }
    const again = { agrees: 0, silent: 0, differs: 0 }
    for (const each of all) {
      meaning[each.meaning] += 1
      again[each.again] += 1
      const kind = (byKind[each.label.kind] ??= { agrees: 0, silent: 0, differs: 0 })
      kind[each.meaning]! += 1
    }
    const differing = all
      .filter((each) => each.meaning === 'differs' || each.again === 'differs')
      .map(({ label: { run, call, kind }, exit, code }) => ({ run, call, kind, exit, code }))
    const missing = this.#labels.length - all.length
    return { labels: all.length, missing, by_kind: byKind, meaning, again, differing }
  }
}

async function readSwe(swe: string, labels: LabelCheck, onProgress: (text: string) => void) {
  const count = new WorkloadCount()
  const found: Record<string, number> = { runs: 0, calls: 0 }
  for (const { id, file } of sweFiles(swe)) {
    const read = await readRun(file)
    for (const call of read.calls) count.add(call)
    await labels.check('swe', id, read.calls)
    addAll(found, { runs: 1, calls: read.calls.length, ...read.found })
    onProgress(id)
  }
  return { workload: count.result(), found }
}

async function readTerminal(folder: string, onProgress: (text: string) => void) {
  const count = new WorkloadCount()
  const result = {
    runs: 0,
    never_started: 0,
    not_installed: 0,
    never_started_solved: 0,
    solved: 0,
    found: {},
  }
  for (const { log, verdict } of terminalRuns(folder)) {
    const read = await readRun(log)
    for (const call of read.calls) count.add(call)
    const isSolved =
      existsSync(verdict) &&
      (JSON.parse(readFileSync(verdict, 'utf8')) as { is_resolved?: boolean }).is_resolved === true
    const hasStarted = read.calls.length > 0
    addAll(result, {
      runs: 1,
      solved: Number(isSolved),
      never_started: Number(!hasStarted),
      not_installed: Number(!hasStarted && isNotInstalled(readFileSync(log, 'utf8'))),
      never_started_solved: Number(!hasStarted && isSolved),
    })
    addAll(result.found, read.found)
    onProgress(log)
  }
  return { workload: count.result(), result }
}

function isNotInstalled(log: string): boolean {
  return /^\r?INSTALL_SUCCESS\r?$/m.test(log) && log.includes('mini: command not found')
}

function addAll(sums: object, more: Readonly<Record<string, number>>): void {
  const counts = sums as Record<string, number>
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count
}
