import type { ListedCommand } from '../../../client/index.ts'
import { jsonEqual } from '../../../internal/json/json-members.ts'
import { notShown, type CheckResult } from '../../check.ts'
import { sample } from '../../discover/manifest-probes.ts'
import { addWords, type Probe } from '../../probing/subject.ts'
import type { Probing } from '../../probing/probing.ts'
import type { Run } from '../../probing/run.ts'

/** The help of listed commands, and one that was not asked for its help. */
export interface CommandHelp {
  readonly shown: readonly { readonly command: ListedCommand; readonly run: Run }[]
  /** The path of a command that might act instead of showing its help; null if there is none. */
  readonly notAsked: string | null
}

/**
 * Asks commands for their help. One that changes something is asked only if it lists the flag, and if no
 * read was seen to ignore it: a tool that does not look for --help would do the work.
 */
export async function commandHelp(
  tool: Probing,
  commands: readonly ListedCommand[],
  max: number,
): Promise<CommandHelp> {
  const [read] = tool.probes('read')
  const isIgnored = read !== undefined && (await helpRun(tool, read)).isIgnored
  const mayAsk = ({ danger, flags }: ListedCommand) =>
    danger === 'safe' || (!isIgnored && flags.some(({ name }) => name === 'help'))
  const asked = sample(commands.filter(mayAsk), max)
  const runs = await tool.runAll(
    asked.map(({ words }) => {
      const argv = [...words, '--help']
      return { name: argv.join(' '), argv }
    }),
    { withMachineArgs: false },
  )
  return {
    shown: asked.map((command, index) => ({ command, run: runs[index]! })),
    notAsked: commands.find((command) => !mayAsk(command))?.path ?? null,
  }
}

/** The result where a command was not asked for its help; undefined if all were. */
export function unasked(path: string | null, runs: readonly Run[]): CheckResult | undefined {
  if (path === null) return undefined
  return notShown(
    `'${path.replaceAll('.', ' ')}' was not asked for its help, which might run it.`,
    'A manifest that lists --help among the flags of every command that is not safe, and a tool that heeds it.',
    runs,
  )
}

/** Adds --help to a read, and tells whether the tool ignores it. */
export async function helpRun(
  tool: Probing,
  read: Probe,
): Promise<{ readonly run: Run; readonly isIgnored: boolean }> {
  const argv = addWords(read.argv, ['--help'])
  const [run, plain] = [
    await tool.run({ name: `${read.name} --help`, argv }, { withMachineArgs: false }),
    await tool.run(read),
  ]
  const [data, plainData] = [await tool.dataOf(run), await tool.dataOf(plain)]
  const isIgnored =
    run.exitCode === 0 &&
    ((run.stdout === plain.stdout && run.stderr === plain.stderr) ||
      (data !== undefined && plainData !== undefined && jsonEqual(data, plainData)))
  return { run, isIgnored }
}
