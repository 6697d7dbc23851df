import { basename } from 'node:path'

import {
  broken,
  defineChecks,
  judgeEnded,
  kept,
  missing,
  NEEDS,
  notShown,
  type CheckResult,
  type Observation,
} from '../check.ts'
import {
  endOf,
  exitNumber,
  judgeRefusals,
  noPreview,
  previews,
  refusals,
} from '../evidence/answers.ts'
import { NO_SUCH_TARGET } from '../discover/manifest-probes.ts'
import { inScratch } from '../evidence/scratch.ts'
import type { Probing, Watched } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import type { JsonValue, StandardExitName } from 'surety/unstable/contract'
import { jsonEqual } from '@surety/internal/json/json-values.ts'

export const safety = defineChecks('safety', {
  destructive_refuses_unconfirmed: {
    title: 'Destructive commands are refused without confirmation',
    level: 2,
    requirements: ['REQ-C-005', 'REQ-O-021'],
    failureModes: [23, 10],
    why: 'An agent that calls by mistake must not destroy anything.',
    fix: 'Refuse a destructive call without its confirming flag, with the exit code of invalid input.',
    run: async (tool) => {
      const known = tool
        .probes('destructive')
        .flatMap(({ refusal: argv, name, ...probe }) =>
          argv === undefined ? [] : [{ ...probe, name: `${name}, unconfirmed`, argv }],
        )
      if (known.length === 0)
        return missing(tool, 'destructive', 'No destructive call may be tried.')
      const calls = await aboutMore(tool, known, ['NOT_FOUND'])
      return 'status' in calls ? calls : judgeRefusals(tool, calls)
    },
  },
  dry_run_preview: {
    title: 'Destructive commands have a working preview',
    level: 1,
    requirements: ['REQ-C-004'],
    failureModes: [23],
    why: 'A preview is the only way to see what a destructive call would do.',
    fix: 'Support --dry-run on every destructive command: exit 0 and say what would be affected.',
    runs: async (tool) => {
      const dry = previews(tool)
      if (dry.length === 0) return noPreview(tool)
      const calls = await aboutMore(tool, dry, ['NOT_FOUND', 'ARG_ERROR'])
      return 'status' in calls ? calls : tool.runAll(calls)
    },
    problemOf: async (run, tool) => {
      if (run.exitCode !== 0) return `The preview ends with ${endOf(run)}.`
      return !(await tool.isReadable(run)) && 'The preview is no valid answer.'
    },
    summary: 'Every preview works.',
  },
  preview_without_effects: {
    title: 'A preview changes no data',
    level: 2,
    requirements: ['REQ-C-004'],
    failureModes: [23],
    why: 'An agent trusts a preview to change nothing. A preview that acts does harm without a warning.',
    fix: 'Return from the preview before the first write.',
    // Other checks run previews too. Their reads come after the first one, and are repetitions of their own.
    alone: 'first',
    run: async (tool) => {
      const dry = previews(tool)
      const reads = tool.probes('read').slice(0, MAX_READS)
      if (dry.length === 0) return noPreview(tool)
      const before: { readonly probe: Probe; readonly data: JsonValue }[] = []
      for (const probe of reads) {
        const data = await tool.dataOf(await tool.run(probe, { repetition: 6 }))
        const again = await tool.dataOf(await tool.run(probe, { repetition: 7 }))
        if (data !== undefined && again !== undefined && jsonEqual(data, again))
          before.push({ probe, data })
      }
      if (before.length === 0)
        return notShown(
          'No read gives the same data twice, so that a change cannot be seen.',
          'A read probe that lists what would be destroyed.',
        )
      const runs = await tool.runAll(dry)
      const observations: Observation[] = []
      for (const { probe, data } of before) {
        const run = await tool.run(probe, { repetition: 8 })
        const after = await tool.dataOf(run)
        if (after === undefined || !jsonEqual(data, after))
          observations.push({ run, says: `After the preview '${probe.name}' gives other data.` })
      }
      return observations.length > 0
        ? broken(observations, runs)
        : kept(runs, 'The data are the same after the preview.')
    },
  },
  reads_write_nothing: {
    title: 'Reads and previews write no files',
    level: 2,
    requirements: ['REQ-C-002', 'REQ-C-004'],
    failureModes: [23],
    why: 'Agents make safe calls without asking a person. A new file in the working folder is a change.',
    fix: 'Write nothing into the working folder in a read or a preview; caches belong into the cache of the user.',
    run: async (tool) => {
      const known = [tool.probes('read'), previews(tool)]
      if (known.flat().length === 0)
        return notShown('No call is known that only reads.', NEEDS.read)
      const calls: Probe[] = []
      for (const probes of known) {
        const runs = await tool.runAll(probes)
        calls.push(...probes.filter((_, at) => runs[at]!.exitCode === 0).slice(0, MAX_CALLS))
      }
      const runs: Run[] = []
      const observations: Observation[] = []
      for (const probe of calls) {
        const result = await inScratch(async (folder, namesIn) => {
          const run = await tool.run(probe, { cwd: folder })
          const left = await namesIn()
          // What fails there may need the folder of the tool, and shows nothing.
          if (run.exitCode !== 0) return kept([run], '')
          runs.push(run)
          if (left.length > 0)
            observations.push({ run, says: `It left ${left.join(', ')} in an empty folder.` })
          return kept([run], '')
        })
        if (result.status === 'not_shown') return result
      }
      const [first] = calls
      if (first !== undefined) observations.push(...(await litterOf(tool, first)))
      if (observations.length > 0) return broken(observations)
      if (runs.length === 0)
        return notShown('No read succeeds in an empty folder.', NEEDS.readThatSucceeds)
      return kept(runs, 'An empty folder stayed empty.')
    },
  },
  secrets_not_echoed: {
    title: 'Secrets from the environment are not printed',
    level: 2,
    requirements: ['REQ-F-034', 'REQ-F-051', 'REQ-C-016'],
    failureModes: [24],
    why: 'What a tool prints ends up in logs and in the context of a model.',
    fix: 'Redact values of secret variables in answers, errors, logs and debug output.',
    run: async (tool) => {
      const names = secretNames(tool)
      const runs = [
        ...(await debugReads(tool)),
        ...(await tool.runAll(refusals(tool), { env: debugEnv(tool) })),
      ]
      return judgeEnded(
        runs,
        ({ stdout, stderr }) =>
          (stdout + stderr).includes(CANARY) && 'The value of a secret variable was printed.',
        `No value of ${names.join(', ')} was printed.`,
      )
    },
  },
  reads_change_nothing: {
    title: 'Reads are seen to change nothing',
    // What can be seen depends on the machine, so that no lower level may rest on it.
    level: 3,
    requirements: ['REQ-C-002'],
    failureModes: [23],
    why: 'A manifest says which commands only read, and agents run those unasked. Only a look at what they do shows whether it is true.',
    fix: 'Write nothing in a read but a cache or state of the tool itself ($XDG_CACHE_HOME, $XDG_STATE_HOME), or declare the command as one that changes something.',
    run: async (tool) => {
      const reads = tool.probes('read')
      const usual = await tool.runAll(reads)
      const calls = reads.filter((_, at) => usual[at]!.exitCode === 0).slice(0, MAX_CALLS)
      if (calls.length === 0) return notShown('No call is known that only reads.', NEEDS.read)
      const seen: Watched[] = []
      for (const probe of calls) {
        const look = await tool.watch(probe)
        // What fails without its home shows nothing.
        if (look.run.exitCode === 0) seen.push(look)
      }
      return judgeDeeds(seen, tool.subject.keeps)
    },
  },
})

/** Leaves out the calls that fail because their made-up target does not exist, or cannot: they show nothing else. */
async function aboutMore(
  tool: Probing,
  probes: readonly Probe[],
  exits: readonly StandardExitName[],
): Promise<readonly Probe[] | CheckResult> {
  const numbers = exits.map((name) => exitNumber(tool, name))
  const runs = await tool.runAll(probes)
  const isRefusedTarget = ({ argv, exitCode, stdout, stderr }: Run) =>
    argv.includes(NO_SUCH_TARGET) &&
    numbers.includes(exitCode ?? undefined) &&
    (stdout + stderr).includes(NO_SUCH_TARGET)
  const left = probes.filter((_, at) => !isRefusedTarget(runs[at]!))
  const summary = 'The target, which the check made up, does not exist.'
  return left.length > 0 ? left : notShown(summary, NEEDS.destructive, runs)
}

/** Finds what each call leaves in the folder for temporary files. What only the first one leaves may be a cache. */
async function litterOf(tool: Probing, probe: Probe): Promise<readonly Observation[]> {
  const observations: Observation[] = []
  await inScratch(async (folder, namesIn) => {
    const env = { TMPDIR: folder }
    await tool.run(probe, { env })
    const before = new Set(await namesIn(MAX_NAMES))
    const run = await tool.run(probe, { env, repetition: 1 })
    const left = (await namesIn(MAX_NAMES)).filter((name) => !before.has(name))
    if (left.length > 0)
      observations.push({ run, says: `Each call leaves a file in TMPDIR, such as ${left[0]}.` })
    return kept([run], '')
  })
  return observations
}

const MAX_NAMES = 100

const MAX_READS = 3

const MAX_CALLS = 4

/** Looks like a token and occurs nowhere else. */
const CANARY = 'sk-surety-check-4f1d8a7c2b9e6053'

function prefixOf({ subject: { name } }: Probing): string {
  return name
    .replace(/\.\w+$/, '')
    .replaceAll(/\W/g, '_')
    .toUpperCase()
}

function secretNames(tool: Probing): readonly string[] {
  const own = [`${prefixOf(tool)}_TOKEN`, `${prefixOf(tool)}_API_KEY`]
  return [...new Set([...tool.subject.secrets, ...own, 'API_TOKEN', 'API_KEY', 'PASSWORD'])]
}

function debugEnv(tool: Probing): Readonly<Record<string, string>> {
  const secrets = Object.fromEntries(secretNames(tool).map((name) => [name, CANARY]))
  return { ...secrets, [`${prefixOf(tool)}_DEBUG`]: '1' }
}

/** Reads in debug mode with secrets around, where tools of the framework say what concerns their author alone. */
export function debugReads(tool: Probing): Promise<readonly Run[]> {
  return tool.runAll(tool.probes('read').slice(0, 8), { env: debugEnv(tool) })
}

function judgeDeeds(seen: readonly Watched[], keeps: readonly string[]): CheckResult {
  const isDeclared = (path: string) => keeps.some((name) => basename(path).startsWith(name))
  const runs = seen.map(({ run }) => run)
  const observations = seen.flatMap(({ run, ...deeds }): readonly Observation[] => {
    const writes = deeds.writes.filter((path) => !isDeclared(path))
    return writes.length > 0 ? [{ run, says: `It wrote ${some(writes)}.` }] : []
  })
  if (observations.length > 0) return broken(observations, runs)
  if (runs.length === 0)
    return notShown(
      'No read succeeds in a copy of its folder with an empty home.',
      'A read that succeeds in a copy of its folder with an empty home.',
    )
  return kept(runs, summaryOf(seen))
}

function summaryOf(seen: readonly Watched[]): string {
  const all = (of: 'keeps' | 'writes') => [...new Set(seen.flatMap((each) => each[of]))]
  const told = [
    ['It kept', all('keeps')],
    ['As declared it wrote', all('writes')],
  ] as const
  return [
    'No file of the folder or the home is another one after a read.',
    ...told.flatMap(([words, names]) => (names.length > 0 ? [`${words} ${some(names)}.`] : [])),
  ].join(' ')
}

function some(names: readonly string[]): string {
  const more = names.length - MAX_TOLD
  return `${names.slice(0, MAX_TOLD).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MAX_TOLD = 3
