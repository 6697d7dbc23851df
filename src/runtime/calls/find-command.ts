import type { Cli } from '../declare/cli.ts'
import { isCommand, type Command } from '../declare/command.ts'
import type { Members } from '../declare/groups/group.ts'
import { loadMember } from '../route/command-tree.ts'
import { readCommandLine, route } from '../route/route.ts'

/** A command that a call names, and the words that reach it. */
export interface FoundCommand {
  readonly words: readonly string[]
  /** Null if there is no such command; the call says so. */
  readonly command: Command | null
}

/** Finds a command by its key in the manifest; a tool that is one command has its own name as key. */
export async function findCommand(cli: Cli, builtins: Members, key: string): Promise<FoundCommand> {
  const isRoot = cli.root !== null && key === cli.declaration.name
  const words = isRoot ? [] : key.split('.')
  for (;;) {
    const found = route(cli, readCommandLine(cli, words), () => builtins)
    if (found.kind !== 'command' || found.rest.length > 0) return { words, command: null }
    const loaded = await loadMember(found.path, found.member)
    if (isCommand(loaded)) return { words, command: loaded }
  }
}
