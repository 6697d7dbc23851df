import type { ForeignCommand, ForeignProgram } from '../model/foreign-program.ts'
import { selfNameOf } from '../words/option-table.ts'
import { commandWord } from '../words/split-words.ts'
import type { AdapterDeclarations, ParameterDeclaration } from './declarations.ts'

/** Names commands as the program does; declarations may have aliases, and names of the manifest: `issue main`. */
export function namedByProgram(
  { root }: ForeignProgram,
  declarations: AdapterDeclarations,
): AdapterDeclarations {
  if (!declarations.commands) return declarations
  const names = otherNames(root)
  const declared = Object.entries(declarations.commands)
  const renamed = declared.map(([name, command]) => [names.get(name) ?? name, command] as const)
  // The real name stands last, so that it counts if a command is declared under two.
  const isOther = (index: number) => renamed[index]![0] !== declared[index]![0]
  const ordered = [
    ...renamed.filter((_, index) => isOther(index)),
    ...renamed.filter((_, index) => !isOther(index)),
  ]
  return { ...declarations, commands: Object.fromEntries(ordered) }
}

/** Every way to name a command that runs, and its path; a real path always means itself. */
function otherNames(root: ForeignCommand): ReadonlyMap<string, string> {
  const real = new Map<string, string>()
  const others = new Map<string, string>()
  const visit = (command: ForeignCommand, path: readonly string[], words: readonly string[]) => {
    const name = path.join(' ')
    const self = selfNameOf(command)
    if (command.isRunnable) {
      real.set(name, name)
      for (const other of [words, ...(self === null ? [] : [[...words, self]])])
        others.set(other.join(' '), name)
      others.set(path.join(':'), name)
    }
    for (const child of command.commands)
      for (const word of [child.name, commandWord(child.name), ...child.aliases])
        visit(child, [...path, child.name], [...words, word])
  }
  visit(root, [], [])
  return new Map([...others, ...real])
}

/** Adds what is declared about options and arguments to what the framework knows. */
export function withParameters(
  program: ForeignProgram,
  { commands = {} }: AdapterDeclarations,
): ForeignProgram {
  const change = (command: ForeignCommand, path: readonly string[]): ForeignCommand => {
    const parameters = commands[path.join(' ')]?.parameters ?? {}
    return {
      ...command,
      positionals: command.positionals.map((each) => changed(each, parameters[each.name])),
      options: command.options.map((each) => changed(each, parameters[each.name])),
      commands: command.commands.map((child) => change(child, [...path, child.name])),
    }
  }
  return { ...program, root: change(program.root, []) }
}

function changed<Item extends object>(
  item: Item,
  declared: ParameterDeclaration | undefined,
): Item {
  if (!declared) return item
  const { secret, required, ...facts } = declared
  return {
    ...item,
    ...facts,
    ...(secret && { isSecret: true }),
    ...(required !== undefined && { isRequired: required }),
  }
}
