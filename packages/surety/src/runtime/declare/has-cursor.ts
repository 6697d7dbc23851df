import type { CommandDeclaration } from './types/command-declaration.ts'

/** Tests whether a cursor may make an answer again: the command lists, and is declared to read. Other answers are kept. */
export function hasCursor({ list, danger }: Partial<CommandDeclaration>): boolean {
  return Boolean(list) && danger === 'safe'
}

/** Tests whether `--rest` is ours: callers that give input by name give an argument `rest` by that name too. */
export function hasRest({ command }: { readonly command: Partial<CommandDeclaration> }): boolean {
  return !Object.hasOwn(command.args ?? {}, 'rest')
}

/** The number of items of a page where the caller says nothing. */
export function defaultLimit(list: CommandDeclaration['list']): number {
  return (typeof list === 'object' ? list.defaultLimit : undefined) ?? 20
}
