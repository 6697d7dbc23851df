import type { Cli } from './cli.ts'

/** The words that every command line of a tool starts with. */
export function callWords({ declaration: { name, calledAs } }: Pick<Cli, 'declaration'>) {
  return calledAs ?? [name]
}
