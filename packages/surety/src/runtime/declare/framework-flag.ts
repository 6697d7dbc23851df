import type { Definition } from '../../schema/index.ts'
import type { CliDeclaration } from './types/cli-declaration.ts'
import type { CommandDeclaration } from './types/command-declaration.ts'

/** What decides whether a command has a flag of the framework, and what the flag accepts. */
export interface FlagFacts {
  readonly tool: CliDeclaration
  /** Empty for a group, which has the flags that every command has. */
  readonly command: Partial<CommandDeclaration>
}

export interface FrameworkFlag {
  /** In camelCase; `flagName` spells it. */
  readonly key: string
  readonly description: string
  readonly def: Definition
  /** What the tool or the command changes in the definition. */
  readonly refine?: (facts: FlagFacts) => object
  /** Whether a command has it; without this function every command and every group has it. */
  readonly on?: (facts: FlagFacts) => unknown
  /** Whether no option of an author may have its names; else such an option replaces it. */
  readonly isReserved?: true
}

/** Converts an option's key to its flag: `dryRunFirst` becomes `dry-run-first`. */
export function flagName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Tests whether a cursor may make an answer again: the command lists, and is declared to read. Other answers are kept. */
export function hasCursor({ list, danger }: Partial<CommandDeclaration>): boolean {
  return Boolean(list) && danger === 'safe'
}

/** The number of items of a page where the caller says nothing. */
export function defaultLimit(list: CommandDeclaration['list']): number {
  return (typeof list === 'object' ? list.defaultLimit : undefined) ?? 20
}
