import type { ForeignCommand, ForeignProgram } from '../model/foreign-program.ts'
import type { AdapterDeclarations, ParameterDeclaration } from './declarations.ts'

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
