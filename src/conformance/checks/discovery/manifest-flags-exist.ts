import type { ListedCommand, ListedFlag } from '../../../client/index.ts'
import {
  broken,
  defineCheck,
  kept,
  notShown,
  type CheckResult,
  type Observation,
} from '../../check.ts'
import { commandHelp, noManifest, refuses, UNKNOWN_FLAG } from '../../evidence/listed.ts'
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
      const { path, flags } = command
      if (run.exitCode !== 0) continue
      runs.push(run)
      if (isSafe(command)) {
        observations.push(...(await refusedFlags(tool, command)))
        continue
      }
      // A tool that ignores unknown flags would do the work.
      const help = run.stdout + run.stderr + root.stdout + root.stderr
      const unknown = flags.find(({ name, isPositional }) => !mentions(help, name, isPositional))
      if (unknown !== undefined && !triedBySafe.has(unknown.name)) untried ??= path
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

/**
 * Calls a safe command with its flags, and with one that cannot exist, so that it does nothing. All of them come
 * first; if another mistake hides what is unknown, each is tried alone.
 */
async function refusedFlags(tool: Probing, command: ListedCommand): Promise<Observation[]> {
  const { path, words } = command
  const flags = command.flags.filter(({ isPositional, name }) => !isPositional && !ACTS.test(name))
  const call = async (some: readonly ListedFlag[]): Promise<Run> => {
    const argv = [...words, ...some.flatMap(wordsOf), UNKNOWN_FLAG]
    return tool.run({ name: argv.join(' '), argv })
  }
  const judge = async (run: Run, some: readonly ListedFlag[]): Promise<Observation[]> => {
    for (const { name } of some)
      if (await refuses(tool, run, 'flag', name))
        return [{ run, says: `${path} lists --${name} and refuses it.` }]
    return []
  }
  if (flags.length === 0) return []
  const together = await call(flags)
  const found = await judge(together, flags)
  const text = together.stdout + together.stderr
  if (found.length > 0 || text.includes(UNKNOWN_FLAG.slice(2))) return found
  for (const flag of flags.slice(0, MAX_ALONE)) {
    const seen = await judge(await call([flag]), [flag])
    if (seen.length > 0) return seen
  }
  return []
}

/** The most flags of a command that are tried alone. */
const MAX_ALONE = 6

/** Flags that do something else than the command, wait, or name a file that might be written. */
const ACTS =
  /^(?:help|version|schema|mcp.*|llms|watch|follow|stream|wait|interactive|out(?:put)?(?:-.*)?|file|save|write|export|dest.*|log.*|.*-file|.*-dir)$/

function wordsOf({ name, type, values }: ListedFlag): readonly string[] {
  return type === 'boolean' ? [`--${name}`] : [`--${name}`, values[0] ?? '1']
}
