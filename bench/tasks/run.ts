// 12 tasks × 6 builds × 3 policies × seeds, on real processes. Writes bench/results/tasks.json and tasks.md.
// Usage: npx tsx bench/tasks/run.ts [--seeds 25], or --page to write the page of the stored results again
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { countTokens } from './count-tokens.ts'
import { runTask, type RunResult } from './measure-tasks.ts'
import { writePage, type Cell, type Results } from './page.ts'
import { POLICIES, type Policy } from './policies/policy.ts'
import { TASKS, type Task } from './tasks.ts'
import { BUILDS, World, type Build } from './world.ts'

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '25' }, page: { type: 'boolean', default: false } },
})
const seeds = Number(values.seeds)
/** What if agents repeat a call that timed out as often as this? AXI has too few cases to say. */
const REPEATS = [0, 0.5, 1]
const AFTER_TIMEOUT = new Set(['refund-timeout', 'import-interrupted'])

const at = (name: string) => new URL(`../results/${name}`, import.meta.url)
const results = values.page
  ? (JSON.parse(readFileSync(at('tasks.json'), 'utf8')) as Results)
  : await measure()
if (!values.page) writeFileSync(at('tasks.json'), `${JSON.stringify(results, undefined, 1)}\n`)
writeFileSync(at('tasks.md'), writePage(results))

async function measure(): Promise<Results> {
  // First of all: without them, builds would fail for ten minutes and count as what they are not.
  const versions = versionsOf('commander', '@oclif/core', 'incur', 'surety', '@inquirer/prompts')
  const cells: Cell[] = []
  const repeats: Cell[] = []
  let starts = 0
  for (const build of BUILDS) {
    const world = new World(build)
    const place = { world, build }
    try {
      for (const policy of POLICIES)
        for (const task of TASKS) {
          cells.push(await cellOf(place, task, policy))
          if (AFTER_TIMEOUT.has(task.name))
            for (const chance of REPEATS)
              repeats.push(await cellOf(place, task, repeating(policy, chance)))
        }
    } finally {
      world.close()
    }
    starts += world.ran
    process.stderr.write(`${build.name}: ${world.ran} starts\n`)
  }
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    versions,
    seeds,
    runs: cells.reduce((sum, cell) => sum + cell.runs, 0),
    starts,
    cells,
    repeats,
  }
}

async function cellOf(
  place: { readonly world: World; readonly build: Build },
  task: Task,
  policy: Policy,
): Promise<Cell> {
  const runs: RunResult[] = []
  for (let seed = 1; seed <= seeds; seed += 1)
    runs.push(await runTask(place, { task, policy, seed }, countTokens))
  const sum = (of: (run: RunResult) => boolean | number) =>
    runs.reduce((total, run) => total + Number(of(run)), 0)
  return {
    build: place.build.name,
    policy: policy.name,
    task: task.name,
    runs: runs.length,
    success: sum(({ success }) => success),
    wrong: sum(({ wrong }) => wrong),
    unsure: sum(({ unsure }) => unsure),
    calls: sum(({ calls }) => calls),
    tokens: sum(({ tokens }) => tokens),
    unsafe_repeats: sum(({ unsafeRepeats }) => unsafeRepeats),
    runs_with_repeat: sum(({ unsafeRepeats }) => unsafeRepeats > 0),
    ...firstWrong(runs),
  }
}

/** One run that ended wrong, so that a reader can see how that happens. */
function firstWrong(runs: readonly RunResult[]): {
  example?: { lines: readonly string[]; said: string; truth: string }
} {
  const found = runs.find(({ wrong }) => wrong)
  return found === undefined
    ? {}
    : { example: { lines: found.lines, said: found.said!, truth: found.truth } }
}

function repeating(policy: Policy, chance: number): Policy {
  return {
    ...policy,
    name: `${policy.name} ${chance}`,
    seedName: policy.name,
    chances: { ...policy.chances, repeats_after_timeout: chance },
  }
}

function versionsOf(...names: readonly string[]): Readonly<Record<string, string>> {
  const folder = (name: string) => new URL(`../node_modules/${name}/package.json`, import.meta.url)
  const missing = names.filter((name) => !existsSync(folder(name)))
  if (missing.length > 0) {
    process.stderr.write(`Not installed: ${missing.join(', ')}. First: npm ci --prefix bench\n`)
    process.exit(2)
  }
  return Object.fromEntries(
    names.map((name) => {
      const { version } = JSON.parse(readFileSync(folder(name), 'utf8')) as { version: string }
      return [name, version]
    }),
  )
}
