import type { DescribedCommand, Description, Parameter } from '../description/index.ts'
import { given } from '@surety/internal/given.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import { setMember } from '@surety/internal/json/json-members.ts'

/** A word of a program: a group of commands, a command, or both. */
export interface CommandNode {
  readonly word: string
  readonly path: readonly string[]
  /** What it does as a group. */
  readonly summary?: string
  readonly command?: DescribedCommand
  readonly below: readonly CommandNode[]
}

/** Gives the commands of a description as a tree; the root is the program. */
export function commandTree({ commands = {}, groups = {} }: Description): CommandNode {
  const paths = new Set([...Object.keys(groups), ...Object.keys(commands)].flatMap(withThoseAbove))
  const children = groupBy(
    [...paths].filter((path) => path !== ''),
    (path) => path.split(' ').slice(0, -1).join(' '),
  )
  const nodeOf = (path: string): CommandNode => {
    const words = path === '' ? [] : path.split(' ')
    return {
      word: words.at(-1) ?? '',
      path: words,
      ...given({ summary: groups[path], command: commands[path] }),
      below: (children.get(path) ?? []).map(nodeOf),
    }
  }
  return nodeOf('')
}

function withThoseAbove(path: string): readonly string[] {
  const words = path.split(' ')
  return words.map((_, index) => words.slice(0, index + 1).join(' '))
}

/** Collects what a reader finds, and makes a description of it without empty members. */
export class DescriptionDraft {
  readonly #commands: Record<string, DescribedCommand> = {}
  readonly #groups: Record<string, string> = {}
  readonly #options: Record<string, Parameter> = {}

  addCommand(path: readonly string[], command: DescribedCommand): void {
    setMember(this.#commands, path.join(' '), withoutEmpty(command))
  }

  addGroup(path: readonly string[], summary: string | undefined): void {
    if (summary) setMember(this.#groups, path.join(' '), summary)
  }

  /** Adds an option of every command. */
  addOption(name: string, option: Parameter): void {
    setMember(this.#options, name, option)
  }

  finish(about: Omit<Description, 'surety' | 'commands' | 'groups' | 'options'>): Description {
    return {
      surety: 1,
      ...withoutEmpty({ ...about, groups: this.#groups, options: this.#options }),
      commands: this.#commands,
    }
  }
}

/** Leaves out members that say nothing: undefined, empty texts, lists and objects. */
export function withoutEmpty<Members extends object>(members: Members): Members {
  const entries = Object.entries(members).filter(
    ([, value]) =>
      value !== undefined &&
      value !== '' &&
      !(typeof value === 'object' && value !== null && Object.keys(value as object).length === 0),
  )
  return Object.fromEntries(entries) as Members
}

export function toParameters(
  list: readonly (readonly [string, Parameter])[],
): Readonly<Record<string, Parameter>> {
  const parameters: Record<string, Parameter> = {}
  for (const [name, parameter] of list) setMember(parameters, name, parameter)
  return parameters
}
