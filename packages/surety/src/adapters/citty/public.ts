// Loaded by every start of an adapted program: types aside, it imports nothing but the front.
import type { AdapterDeclarations } from '../declare/declarations.ts'
import { adaptProgram, fileName, type AdaptedProgram } from '../front.ts'
import type { CittyCommand } from './citty-engine.ts'

export type * from '../public-types.ts'

/**
 * Makes a program of citty answer by the contract, without a change to it. `main` is what `runMain()` gets.
 *
 * @example
 * ```ts
 * import { defineCommand } from 'citty'
 * import { adaptCitty } from 'surety/citty'
 *
 * const main = defineCommand({
 *   meta: { name: 'notes', version: '1.0.0' },
 *   subCommands: { list: { meta: { description: 'List notes' }, run: () => ['milk'] } },
 * })
 * const adapted = adaptCitty(main, { commands: { list: { danger: 'safe' } } })
 * const start = () => adapted.serve()
 * ```
 */
export function adaptCitty(
  main: CittyCommand,
  declarations?: AdapterDeclarations | string | URL,
): AdaptedProgram {
  const { name: given, version } = membersOf(main.meta) as { name?: string; version?: string }
  const name = given ?? fileName() ?? 'cli'
  return adaptProgram(
    {
      name: () => name,
      ownsFlag: (flag) => ownsFlag(main, flag),
      ownsCommand: (word) => word in membersOf(main.subCommands),
      asksForText: (words) => {
        const asksForHelp =
          words.includes('--help') || (words.includes('-h') && !ownsFlag(main, '-h'))
        const asksForVersion = words.length === 1 && /^(?:--version|-v)$/.test(words[0]!)
        return asksForHelp || (asksForVersion && version !== undefined)
      },
      runBare: async (argv) => {
        const { runMain } = await import('citty')
        await runMain(main as never, argv && { rawArgs: [...argv] })
      },
      read: async () => (await import('./citty-engine.ts')).readCitty(main, name),
    },
    declarations,
  )
}

/** Returns members that are there already; what a function gives is only known to the engine. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function ownsFlag(command: unknown, flag: string): boolean {
  const { args, subCommands } = membersOf(command)
  const name = flag.replace(/^--?/, '')
  return (
    Object.entries(membersOf(args)).some(
      ([key, arg]) => key === name || [membersOf(arg)['alias']].flat().includes(name),
    ) || Object.values(membersOf(subCommands)).some((child) => ownsFlag(child, flag))
  )
}
