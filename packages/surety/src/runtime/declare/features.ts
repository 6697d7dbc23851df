import type { FailureName } from '../../contract/index.ts'
import { toolMembers, type Cli } from './cli.ts'
import type { CommandDeclaration } from './types/command-declaration.ts'
import type { FrameworkFlag } from './framework-flag.ts'
import type { LazyMember } from './groups/group.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * What a feature brings besides its way through a call. Only data and functions that load on use: every call reads
 * this. The types of its members are in `members.ts` of its folder.
 */
export interface Feature {
  /** Rows of the table of flags. */
  readonly flags?: readonly FrameworkFlag[]
  readonly members?: {
    /** Those of a tool that has one command, which are not members of the command. */
    readonly ofTool?: readonly string[]
    /** What is wrong with a command that declares them. */
    readonly flaws?: (declaration: CommandDeclaration) => readonly string[]
    /** The exits that a command has because of them. */
    readonly exits?: (declaration: CommandDeclaration) => readonly FailureName[]
  }
  /** What a manifest says about it. */
  readonly facts?: {
    /** The variables that operators set, by what follows the prefix of the tool. */
    readonly variables?: Readonly<Record<string, string>>
  }
  /** Built-in commands; an idle one has nothing to work on in a tool, and descriptions leave it out. */
  readonly builtins?: (
    cli: Cli,
  ) => Readonly<Record<string, LazyMember & { readonly isIdle: boolean }>>
  /** The file that it keeps between calls, which no cleanup deletes; null if there is none. */
  readonly keeps?: (
    cli: Cli,
    env: Variables,
  ) => Promise<{ readonly path: string; readonly purpose: string } | null>
}

/** The features of the framework; `steps/index.ts` hands them in, because they stand above declarations. */
export const features: Feature[] = []

export function addFeatures(added: readonly Feature[]): void {
  features.push(...added)
  for (const { members } of added) for (const name of members?.ofTool ?? []) toolMembers.add(name)
}
