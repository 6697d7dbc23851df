// Loaded by every start of an adapted program: types aside, it imports nothing but the front.
import type { CAC } from 'cac'

import type { AdapterDeclarations } from '../declare/declarations.ts'
import { adaptProgram, fileName, type AdaptedProgram } from '../front.ts'

export type * from '../public-types.ts'

/**
 * Makes a program of cac answer by the contract, without a change to it. A command named `issue:list` is
 * also called as `issue list`.
 *
 * @example
 * ```ts
 * import { cac } from 'cac'
 * import { adaptCac } from 'surety/cac'
 *
 * const program = cac('notes').help()
 * program.command('list', 'List notes').action(() => console.log('["milk"]'))
 * const adapted = adaptCac(program, { commands: { list: { danger: 'safe' } } })
 * const start = () => adapted.serve()
 * ```
 */
export function adaptCac(
  program: CAC,
  declarations?: AdapterDeclarations | string | URL,
): AdaptedProgram {
  const name = () => program.name || fileName() || 'cli'
  const { options } = program.globalCommand
  return adaptProgram(
    {
      name,
      ownsFlag: (flag) => {
        const all = [...options, ...program.commands.flatMap((command) => command.options)]
        return all.some(({ rawName }) => rawName.split(/[\s,]+/).includes(flag))
      },
      ownsCommand: (word) =>
        program.commands.some(
          (each) => each.name.split(':')[0] === word || each.aliasNames.includes(word),
        ),
      asksForText: (words) => {
        const isAsked = (wanted: string) =>
          options
            .find((option) => option.name === wanted)
            ?.rawName.split(/[\s,]+/)
            .some((flag) => (wanted === 'help' ? words.includes(flag) : words[0] === flag)) === true
        return isAsked('help') || isAsked('version')
      },
      runBare: async (argv) => {
        program.parse(argv && ['node', name(), ...argv], { run: false })
        await program.runMatchedCommand()
      },
      read: async () => (await import('./cac-engine.ts')).readCac(program, name()),
    },
    declarations,
  )
}
