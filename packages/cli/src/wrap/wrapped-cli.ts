import { basename } from 'node:path'

import { defineCli, defineGroup, type Cli, type CommandDeclaration } from 'surety/unstable/runtime'
import type { WrapDescription } from './wrap-description.ts'
import { matchPatterns } from './patterns.ts'
import { runProgram, type Place } from './run-program.ts'
import { toCommand } from './wrapped-command.ts'

interface Branch {
  readonly commands: Record<string, CommandDeclaration | Branch>
}

/**
 * Makes a tool of a description: an ordinary one, so that all surfaces of the framework follow. It can have more
 * commands than are described, under names that are free.
 */
export function toCli(
  description: WrapDescription,
  place: Place = {},
  calledAs?: readonly [string, ...string[]],
  more: Readonly<Record<string, CommandDeclaration>> = {},
): Cli {
  const { name, version = '1.0.0', summary, commands, groups = {} } = description
  const root: Branch = { commands: {} }
  for (const [path, command] of Object.entries(commands)) {
    const words = path.split(' ')
    let branch = root
    for (const word of words.slice(0, -1))
      branch = (branch.commands[word] ??= { commands: {} }) as Branch
    const start = calledAs ?? [name]
    branch.commands[words.at(-1)!] = toCommand(description, path, command, place, start)
  }
  root.commands[PROGRAM] ??= programCommand(description, place)
  for (const [word, command] of Object.entries(more)) root.commands[word] ??= command
  return defineCli({
    name,
    ...(calledAs && { calledAs }),
    version,
    description: summary,
    commands: toMembers(root, '', groups) as never,
  })
}

const PROGRAM = 'program'

function toMembers(
  { commands }: Branch,
  above: string,
  groups: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(commands).map(([word, member]) => {
      if (!('commands' in member)) return [word, member]
      const path = `${above} ${word}`.trim()
      const members = toMembers(member, path, groups)
      const description = groups[path] ?? `Commands of ${path}`
      return [word, defineGroup({ description, commands: members as never })]
    }),
  )
}

const VERSION = String.raw`(\d+\.\d+[\w.+-]*)`

function programCommand(description: WrapDescription, place: Place): CommandDeclaration {
  const { program, program_version: asked, name, version = '1.0.0' } = description
  return {
    description: `Shows which program ${name} wraps, and its version`,
    danger: 'safe',
    run: async ({ processEnv, signal }) => {
      const facts = { program: basename(program[0]!), description_version: version }
      if (!asked) return { ...facts, installed: null, version: null }
      const argv = [program[0]!, ...asked.words]
      const rights = { inherits: description.inherits ?? [], usesNetwork: false, isSafe: true }
      const from = { ...place, env: {}, inheritedEnv: processEnv, signal }
      const end = await runProgram({ argv, ...from, ...rights })
      if (end.kind !== 'exited' || end.exit !== 0)
        return { ...facts, installed: end.kind === 'exited', version: null }
      const { stdout, stderr } = end
      const pattern = asked.pattern ?? VERSION
      const [found] = await matchPatterns([{ pattern, texts: [`${stdout}\n${stderr}`] }])
      const first = found === 'too slow' ? null : found?.[0]
      return { ...facts, installed: true, version: first?.[1] ?? null }
    },
  }
}
