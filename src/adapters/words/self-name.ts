import type { ForeignCommand } from '../model/foreign-program.ts'

/** The member under which a command with subcommands runs itself; null if it only holds them. */
export function selfNameOf({ isRunnable, commands }: ForeignCommand): string | null {
  if (!isRunnable || commands.length === 0) return null
  return commands.some(({ name }) => name === 'main') ? 'main-command' : 'main'
}
