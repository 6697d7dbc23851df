import type { Cli } from '../cli.ts'
import type { Members } from '../group.ts'

/** The commands that every tool has; a command of the author's with the same name takes its place. */
export function builtinsOf(_cli: Cli): Members {
  return {}
}
