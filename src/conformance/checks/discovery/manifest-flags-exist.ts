import type { ListedCommand, ListedFlag } from '../../../client/index.ts'
import {
  broken,
  defineCheck,
  kept,
  notShown,
  type CheckResult,
  type Observation,
} from '../../check.ts'
import { commandHelp, noManifest } from '../../evidence/listed.ts'
import type { Probing } from '../../probing/probing.ts'
import type { Run } from '../../probing/run.ts'

export const check = defineCheck({
  id: 'manifest_flags_exist',
  title: 'Every listed flag is known to its command',
  level: 3,
  topic: 'discovery',
  requirements: ['REQ-O-041'],
  failureModes: [52],
  why: 'A flag that is listed and refused makes an agent doubt the rest of the manifest.',
  fix: 'Generate the flags of the manifest from the declarations that the parser uses.',
  run: async (tool) => {
    const { commands, manifest } = tool.subject
    if (manifest === null || commands.length === 0) return noManifest(tool)
    const listed = commands.filter(({ isGroup, flags }) => !isGroup && flags.length > 0)
    const { shown, notAsked } = await commandHelp(tool, listed, MAX_COMMANDS)
    const observations: Observation[] = []
    const runs: Run[] = []
    const root = await tool.ask('--help')
    const isSafe = ({ danger }: ListedCommand) => danger === 'safe'
    const triedBySafe = new Set(
      listed.filter(isSafe).flatMap(({ flags }) => flags.map(({ name }) => name)),
    )
    let untried: string | null = notAsked
    for (const { command, run } of shown) {
      const { path, words, flags } = command
      if (run.exitCode !== 0) continue
      runs.push(run)
      const help = run.stdout + run.stderr + root.stdout + root.stderr
      const unknown = flags.find(({ name, isPositional }) => !mentions(help, name, isPositional))
      if (unknown === undefined) continue
      if (!isSafe(command)) {
        // A tool that ignores unknown flags would do the work.
        if (!triedBySafe.has(unknown.name)) untried ??= path
        continue
      }
      const seen = await refusedFlag(tool, words, unknown)
      if (seen === undefined) continue
      observations.push({ run: seen, says: `${path} lists --${unknown.name} and refuses it.` })
    }
    if (observations.length > 0) return broken(observations, runs)
    return untriedFlags(untried, runs) ?? kept(runs, 'Every listed flag is known.')
  },
})

const MAX_COMMANDS = 20

function untriedFlags(path: string | null, runs: readonly Run[]): CheckResult | undefined {
  if (path === null) return undefined
  return notShown(
    `The flags of '${path.replaceAll('.', ' ')}' were not tried, because it is not safe.`,
    'Help of every command that names all its flags; --help among the flags that the manifest lists.',
    runs,
  )
}

function mentions(help: string, name: string, isPositional: boolean): boolean {
  return isPositional ? help.toLowerCase().includes(name.toLowerCase()) : help.includes(`--${name}`)
}

/** A flag that the help does not mention is tried; a refusal that names it is proof. */
async function refusedFlag(
  tool: Probing,
  words: readonly string[],
  flag: ListedFlag,
): Promise<Run | undefined> {
  const value = flag.type === 'boolean' ? [] : [flag.values[0] ?? '1']
  const argv = [...words, `--${flag.name}`, ...value, '--surety-check-no-such-flag']
  const run = await tool.run({ name: argv.join(' '), argv })
  const text = run.stdout + run.stderr
  return run.exitCode !== 0 &&
    new RegExp(`(?:unknown|unexpected|no such|not? )[^"]*${flag.name}\\b`, 'i').test(text)
    ? run
    : undefined
}
