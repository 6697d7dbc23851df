import { oneLine } from '../../../internal/visible-text.ts'
import type {
  CompletionArgument,
  CompletionCommand,
  CompletionModel,
  CompletionOption,
} from './model.ts'

/** A node of the command tree; its path is empty at the root and `/deploys/list` below. */
export interface Place {
  readonly path: string
  /** The name and the aliases of the command. */
  readonly names: readonly string[]
  readonly parent: string
  readonly commands: readonly CompletionCommand[]
  readonly options: readonly CompletionOption[]
  readonly arguments: readonly CompletionArgument[]
}

/** Lists the root and every command below it. */
export function placesOf(model: CompletionModel): Place[] {
  return placesBelow('', '', [], { ...model, name: '' })
}

/** Makes an identifier for shell functions out of the tool's name. */
export function functionName(tool: string): string {
  return `_${tool.replaceAll(/[^A-Za-z0-9_]/g, '_')}`
}

/** Puts text in single quotes for bash and zsh. */
export function quoted(text: string): string {
  return `'${oneLine(text).replaceAll("'", "'\\''")}'`
}

function placesBelow(
  path: string,
  parent: string,
  names: readonly string[],
  command: CompletionCommand,
): Place[] {
  const { commands = [], options = [], arguments: args = [] } = command
  const below = commands.flatMap((each) =>
    placesBelow(`${path}/${each.name}`, path, [each.name, ...(each.aliases ?? [])], each),
  )
  return [{ path, parent, names, commands, options, arguments: args }, ...below]
}
