import { currentFlags, defineCli, flagsOf, type Cli, type Shape } from '../../runtime/surface.ts'
import type { AnySchema } from '../../schema/index.ts'

/** Builds all flags that a command of a tool may have from the framework. */
function allFlags(): Shape {
  const cli = defineCli({
    name: 'every',
    dryRun: () => ({}),
    danger: 'destructive',
    list: true,
    cacheable: true,
    run: () => ({}),
  }) as Cli
  const flags = flagsOf(cli, cli.root!)
  return { ...currentFlags(cli, cli.root!.declaration, flags), ...flags }
}

/** Every name that a flag of the framework has, without dashes, and whether it takes a value. */
export const frameworkNames: ReadonlyMap<string, boolean> = new Map([
  ['envelope-version', true],
  ['legacy-envelope', false],
  ['llms', false],
  ['help', false],
  ...Object.entries(allFlags()).flatMap(([key, schema]) => {
    const { kind, aliases = [] } = (schema as AnySchema).def
    const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [name, ...aliases].map((each) => [each, kind !== 'boolean'] as const)
  }),
])
