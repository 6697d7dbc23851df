import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A set of published runs, as it is fetched. */
interface KnownSet {
  readonly folder: string
  readonly from: string
  readonly licence: string
  readonly isNeeded: boolean
}

export const SETS = {
  axi: {
    folder: 'axi',
    from: 'https://github.com/kunchenguid/axi',
    licence: 'MIT',
    isNeeded: true,
  },
  swe: {
    folder: 'mini-swe-agent',
    from: 'https://github.com/gruckion/mini-swe-agent',
    licence: 'MIT',
    isNeeded: false,
  },
  terminal: {
    folder: 'terminal-bench-leaderboard',
    from: 'https://github.com/laude-institute/terminal-bench-leaderboard',
    licence: 'none, so counts alone',
    isNeeded: false,
  },
} as const satisfies Record<string, KnownSet>

export type SetName = keyof typeof SETS

/** Finds the sets in a folder; those that are missing are named with where to get them. */
export function findSets(folder: string) {
  const found: Partial<Record<SetName, string>> = {}
  const missing: string[] = []
  for (const [name, set] of Object.entries(SETS) as [SetName, KnownSet][]) {
    const path = join(folder, set.folder)
    if (existsSync(path)) found[name] = path
    else missing.push(`git clone ${set.from} ${path}`)
  }
  return { found, missing }
}

/** A run of AXI: a task that an agent did with one kind of tool, and whether it succeeded. */
export interface AxiRun {
  readonly id: string
  readonly folder: string
  /** Rules are built on one half and measured on the other, by the number of the run. */
  readonly half: Half
  readonly isGh: boolean
}

export type Half = 'build' | 'measure'

export function axiRuns(axi: string): readonly AxiRun[] {
  return ['bench-github', 'bench-browser'].flatMap((bench) => {
    const root = join(axi, bench, 'published-results')
    return foldersIn(root).flatMap((condition) =>
      foldersIn(join(root, condition)).flatMap((task) =>
        foldersIn(join(root, condition, task)).map((run): AxiRun => {
          const isOdd = Number(run.slice('run'.length)) % 2 === 1
          return {
            id: `${bench}/${condition}/${task}/${run}`,
            folder: join(root, condition, task, run),
            half: isOdd ? 'build' : 'measure',
            isGh: bench === 'bench-github' && condition === 'cli',
          }
        }),
      ),
    )
  })
}

/** The trajectories of mini-swe-agent on SWE-bench, by the name of their task. */
export function sweFiles(swe: string): readonly { readonly id: string; readonly file: string }[] {
  const results = join(swe, 'swebench_results')
  return foldersIn(results).flatMap((result) => {
    const root = join(results, result, 'trajs')
    return foldersIn(root)
      .map((id) => ({ id, file: join(root, id, `${id}.traj.json`) }))
      .filter(({ file }) => existsSync(file))
  })
}

/** The runs of mini-swe-agent on terminal-bench: the log of the terminal, and what the judge wrote beside it. */
export function terminalRuns(folder: string) {
  const root = join(folder, 'results')
  return foldersIn(root)
    .flatMap((version) =>
      foldersIn(join(root, version))
        .filter((name) => name.includes('swe-agent-mini'))
        .flatMap((name) => filesBelow(join(root, version, name))),
    )
    .filter((path) => path.endsWith('/sessions/agent.log'))
    .map((log) => ({ log, verdict: join(log, '../../results.json') }))
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
}

function foldersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}
