// Loaded by every start of an adapted program: types aside, it imports nothing but the front.
import type { AdapterDeclarations } from '../declare/declarations.ts'
import { adaptProgram, fileName, type AdaptedProgram } from '../front.ts'
import type { CommanderCommand } from './commander-engine.ts'

export type * from '../public-types.ts'

/**
 * Makes a program of commander answer by the contract, without a change to it. The declarations say what
 * commander does not know, such as which commands destroy something; a path leads to a file with them.
 *
 * @example
 * ```ts
 * import { Command } from 'commander'
 * import { adaptCommander } from 'surety/commander'
 *
 * const program = new Command('notes').version('1.0.0')
 * program.command('list').action(() => console.log('["milk"]'))
 * const adapted = adaptCommander(program, { commands: { list: { danger: 'safe' } } })
 * const start = () => adapted.serve()
 * ```
 */
export function adaptCommander(
  program: CommanderCommand,
  declarations?: AdapterDeclarations | string | URL,
): AdaptedProgram {
  return adaptProgram(
    {
      name: () => nameOf(program),
      ownsFlag: (flag) => ownsFlag(program, flag),
      ownsCommand: (word) => program.commands.some((each) => isNamed(each, word)),
      asksForText: (words) => asksForText(program, words),
      runBare: (argv) => (argv ? program.parseAsync(argv, { from: 'user' }) : program.parseAsync()),
      read: async () =>
        (await import('./commander-engine.ts')).readCommander(program, nameOf(program)),
    },
    declarations,
  )
}

/** Returns the name of the program; commander takes it from the file if nobody gives one. */
function nameOf(program: CommanderCommand): string {
  return program.name() || fileName() || 'program'
}

function isNamed(command: CommanderCommand, word: string): boolean {
  return command.name() === word || command.aliases().includes(word)
}

function ownsFlag(command: CommanderCommand, flag: string): boolean {
  return (
    command.options.some(({ long, short }) => long === flag || short === flag) ||
    command.commands.some((child) => ownsFlag(child, flag))
  )
}

/** Tests for a request that commander answers with a page of text: help and the version. */
function asksForText(program: CommanderCommand, words: readonly string[]): boolean {
  if (words.some((word) => word === '--help' || (word === '-h' && !ownsFlag(program, word))))
    return true
  const [first = ''] = words
  const hasHelpCommand = program.commands.length > 0
  if (first === 'help' && hasHelpCommand && !program.commands.some((each) => isNamed(each, first)))
    return true
  const { _versionOptionName: version } = program as { readonly _versionOptionName?: string }
  return program.options.some(
    (option) =>
      option.attributeName() === version && (first === option.long || first === option.short),
  )
}
