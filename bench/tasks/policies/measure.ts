// Reads how agents typed and what they did next from the published runs of AXI (github.com/kunchenguid/axi, MIT).
// Usage: npx tsx bench/tasks/policies/measure.ts <clone of axi>   writes measured.json beside this file
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { endOf, type TypedEnd } from './line-end.ts'
import { readRun, type Call } from './read-run.ts'

/** The runs whose habits a policy has. */
const POLICIES = {
  gh: { runs: [['bench-github', 'cli']], title: 'as they used gh' },
  axi: { runs: [['bench-github', 'axi']], title: 'as they used gh-axi' },
  browser: {
    runs: [
      ['bench-browser', 'agent-browser'],
      ['bench-browser', 'agent-browser-axi'],
      ['bench-browser', 'chrome-devtools-mcp-compressed-cli'],
    ],
    title: 'as they used three command lines of browsers',
  },
} as const

/** Fewer cases than this say too little; the policy then has the share of all runs together. */
const MIN_CASES = 10

/** What is counted, each a question about one call and the calls after it; undefined if the call is no case of it. */
const QUESTIONS: Readonly<
  Record<string, (call: Call, later: readonly Call[]) => boolean | undefined>
> = {
  asks_json: ({ command }) =>
    /^(?:gh|gh-axi) /.test(command) ? /--json\b/.test(command) : undefined,
  sets_limit: ({ command }) => setsLimit(command),
  looks_past_own_head: (call, later) => looksAgain(call, later),
  looks_after_silence: ({ failed, output }, later) =>
    !failed && isSilent(output) ? later.length > 0 : undefined,
  opens_saved_output: ({ output }, later) =>
    output.startsWith('<persisted-output>')
      ? later.some(({ command, opensSaved }) => opensSaved || command.includes('/tool-results/'))
      : undefined,
  tries_again_after_failure: (call, later) =>
    call.failed && !isCancelled(call) && later.length > 0
      ? isSecondTry(call, later[0]!)
      : undefined,
  follows_named_command: (call, later) => followsNamed(call, later),
  repeats_after_timeout: (call, later) =>
    call.failed && /timed out/i.test(call.output.slice(0, 1500))
      ? later[0]?.command === call.command
      : undefined,
}

const [clone] = process.argv.slice(2)
if (clone === undefined || !existsSync(join(clone, 'bench-github/published-results')))
  throw new Error(
    'Name a clone of github.com/kunchenguid/axi: it has bench-github/published-results.',
  )

const runsOf = (places: readonly (readonly string[])[]) =>
  places.flatMap(([bench, condition]) =>
    runsIn(join(clone, bench!, 'published-results', condition!)),
  )
const pooled = count(Object.values(POLICIES).flatMap(({ runs }) => runsOf(runs)))
const policies = Object.fromEntries(
  Object.entries(POLICIES).map(([name, { runs, title }]) => {
    const found = runsOf(runs)
    const source = runs.map((place) => place.join('/'))
    return [name, { title, source, runs: found.length, ...count(found), ends: endsOf(found) }]
  }),
)
const text = JSON.stringify(
  {
    source:
      'github.com/kunchenguid/axi, MIT, published-results; agents: claude-sonnet-4-6 in Claude Code',
    computed_by: 'npx tsx bench/tasks/policies/measure.ts <clone>',
    min_cases: MIN_CASES,
    policies,
    pooled,
  },
  undefined,
  1,
)
writeFileSync(new URL('measured.json', import.meta.url), `${text}\n`)
process.stdout.write(`${text}\n`)

function runsIn(folder: string): readonly (readonly Call[])[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((task) =>
      readdirSync(join(folder, task))
        .toSorted()
        .map((run) => join(folder, task, run, 'agent_output.txt'))
        .filter((file) => existsSync(file))
        .map((file) => readRun(readFileSync(file, 'utf8'))),
    )
}

function count(runs: readonly (readonly Call[])[]) {
  const shares = Object.entries(QUESTIONS).map(([name, ask]) => {
    const answers = runs.flatMap((calls) =>
      calls.flatMap((call, at) => (call.opensSaved ? [] : (ask(call, calls.slice(at + 1)) ?? []))),
    )
    return [name, { yes: answers.filter(Boolean).length, of: answers.length }] as const
  })
  return {
    calls: runs.flat().filter(({ opensSaved }) => !opensSaved).length,
    shares: Object.fromEntries(shares),
  }
}

/** How the lines ended, most often first: `2>&1 | head -20` is one end, with how many lines had it. */
function endsOf(runs: readonly (readonly Call[])[]) {
  const counts = new Map<TypedEnd, number>()
  for (const { command, opensSaved } of runs.flat()) {
    if (opensSaved) continue
    const end = endOf(command)
    counts.set(end, (counts.get(end) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one))
}

/** Limits below 30 come from the task ("the five latest"), and are no case of it. */
function setsLimit(command: string): boolean | undefined {
  if (!/^gh(?:-axi)? .*\b(?:list|search)\b/.test(command)) return undefined
  const limit = /(?:--limit|-L)[ =](\d+)/.exec(command)?.[1]
  if (limit === undefined) return false
  return Number(limit) >= 30 ? true : undefined
}

function looksAgain({ command, output }: Call, later: readonly Call[]): boolean | undefined {
  const lines = /\|\s*head\s+-(?:n\s*)?(\d+)\s*$/.exec(command)?.[1]
  if (lines === undefined || output.trimEnd().split('\n').length < Number(lines)) return undefined
  const start = command.split('|')[0]!.replace('2>&1', '').trim()
  return later.some((call) => call.command.startsWith(start))
}

function isSilent(output: string): boolean {
  return output.trim() === '' || output.startsWith('(Bash completed with no output)')
}

/** Another call that failed beside it in the same step ended it. */
function isCancelled({ output }: Call): boolean {
  return output.includes('Cancelled: parallel tool call')
}

/** The same call once more: what stands behind the program may differ, a corrected word may not. */
function isSecondTry(call: Call, next: Call): boolean {
  const bare = ({ command }: Call) => command.replace(/\s*(?:2>&1|2>\/dev\/null|\|).*$/s, '').trim()
  return bare(call) === bare(next)
}

/** A failure that names another command of the same program: is the next call that command? */
function followsNamed(
  { command, failed, output }: Call,
  later: readonly Call[],
): boolean | undefined {
  const program = command.split(' ')[0]!
  const named = [...output.matchAll(/`([\w-]+ [^`]+)`/g)].map(([, line]) => line!)
  const own = named.filter((line) => line.startsWith(`${program} `))
  if (!failed || own.length === 0 || later.length === 0) return undefined
  const next = later[0]!.command
  return own.some((line) => next.startsWith(line.split(' ').slice(0, 3).join(' ')))
}
