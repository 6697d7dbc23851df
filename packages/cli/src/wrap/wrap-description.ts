import { basename } from 'node:path'

import {
  below,
  collectProblems,
  type DescribedCommand,
  type Description,
  type Parameter,
  type Problem,
  type ReportProblem,
} from 'surety/unstable/description'
import { flagNamesOf, isReservedFlag } from 'surety/unstable/runtime'

/** A description that has all that a wrapped tool needs. */
export interface WrapDescription extends Description {
  readonly name: string
  readonly summary: string
  readonly program: readonly string[]
  readonly commands: Readonly<Record<string, WrappedCommand>>
}

export interface WrappedCommand extends DescribedCommand {
  readonly summary: string
  readonly danger: 'safe' | 'mutating' | 'destructive'
  readonly call: readonly string[]
  readonly args?: Readonly<Record<string, WrappedParameter>>
  readonly options?: Readonly<Record<string, WrappedParameter>>
}

export interface WrappedParameter extends Parameter {
  readonly summary: string
}

export function placeholdersOf(word: string): readonly string[] {
  return [...word.matchAll(PLACEHOLDER)].map(([, name]) => name!)
}

export const PLACEHOLDER = /\{([a-z][a-z0-9-]*)\}/g

/** Finds what only a wrapped tool cannot have: names that lead nowhere or mean something else already. */
export function wrapProblems(description: WrapDescription): readonly Problem[] {
  return collectProblems((report) => {
    const { name, program, commands, groups = {} } = description
    const file = basename(program[0]!)
    const own = file.replace(/\.\w+$/, '')
    const fix = `which callers would reach instead; write ${own}-agent`
    if (name === own || name === file) report(['name'], `is the program itself, ${fix}`)
    for (const [path, command] of Object.entries(commands)) {
      const here = below(report, 'commands', path)
      for (const group of groupsOf(path))
        if (Object.hasOwn(commands, group))
          here([], `is inside of '${group}', which is a command; a group has no call of its own`)
      checkNames(here, command)
      checkShellCode(here, program, command.call)
    }
    for (const group of Object.keys(groups))
      if (!Object.keys(commands).some((path) => path.startsWith(`${group} `)))
        report(['groups', group], 'has no command; describe one or remove the group')
  })
}

/** Lists the groups that the words of a command lead through: `stash` for `stash list`. */
function groupsOf(path: string): readonly string[] {
  const words = path.split(' ')
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '))
}

function checkNames(report: ReportProblem, command: WrappedCommand): void {
  const { args = {}, options = {}, call, list } = command
  for (const [index, word] of call.entries())
    for (const name of placeholdersOf(word))
      if (name !== 'options' && !Object.hasOwn({ ...args, ...options }, name))
        report(['call', index], `names {${name}}, which is neither an argument nor an option`)
  for (const name of Object.keys(options)) {
    if (RESERVED.has(name) || isReservedFlag(name))
      report(['options', name], 'is a flag of every tool; choose another name')
    if (name === 'limit' && list === true)
      report(['options', name], 'is a flag of every list; choose another name')
  }
}

/** Refuses values inside of what a shell or another interpreter would read as a program. */
function checkShellCode(
  report: ReportProblem,
  program: readonly string[],
  call: readonly string[],
): void {
  const words = [...program, ...call]
  const code = words.findIndex((word) => CODE_FLAG.test(word)) + 1
  if (code === 0 || code < program.length || !INTERPRETER.test(basename(words[0]!))) return
  if (placeholdersOf(words[code] ?? '').length > 0)
    report(['call', code - program.length], CODE_PROBLEM)
}

const CODE_PROBLEM = 'a value would be read as code; give it as a word after it'

const CODE_FLAG = /^-[a-z]*[ce]$|^--eval$/
const INTERPRETER = /^(?:(?:ba|da|z|k|fi)?sh|node|python[\d.]*|ruby|perl|pwsh|cmd(?:\.exe)?)$/

const RESERVED = flagNamesOf({
  dryRun: () => ({}),
  danger: 'destructive',
  network: true,
  stdin: true,
  run: () => ({}),
})
