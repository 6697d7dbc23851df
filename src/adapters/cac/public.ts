// Loaded by every start of an adapted program: types aside, it imports nothing but the front.
import type { AdaptedProgram } from '../adapted.ts'
import type { AdapterDeclarations } from '../declare/declarations.ts'
import { fileName, prefixOf, serveProgram } from '../front.ts'
import type { CacProgram } from './cac-program.ts'

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
  program: CacProgram,
  declarations?: AdapterDeclarations | string | URL,
): AdaptedProgram {
  const load = () => import('./cac-engine.ts')
  const name = () => program.name || fileName() || 'cli'
  const { options } = program.globalCommand
  const owns = (flag: string) => {
    const all = [...options, ...program.commands.flatMap((command) => command.options)]
    return all.some(({ rawName }) => rawName.split(/[\s,]+/).includes(flag))
  }
  const front = {
    name: () => prefixOf(declarations) ?? name(),
    ownsFlag: owns,
    ownsCommand: (word: string) =>
      program.commands.some(
        (each) => each.name.split(':')[0] === word || each.aliasNames.includes(word),
      ),
    asksForText: (argv: readonly string[]) => {
      const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
      const isAsked = (wanted: string) =>
        options.some((option) => option.name === wanted) &&
        options
          .find((option) => option.name === wanted)!
          .rawName.split(/[\s,]+/)
          .some((flag) => (wanted === 'help' ? words.includes(flag) : words[0] === flag))
      return isAsked('help') || isAsked('version')
    },
    runBare: async (argv: readonly string[] | undefined) => {
      program.parse(argv && ['node', name(), ...argv], { run: false })
      await program.runMatchedCommand()
    },
    answer: async (argv: readonly string[]) =>
      (await load()).answerCac(program, name(), declarations, argv),
  }
  return {
    serve: (argv) => serveProgram(front, argv),
    toCli: async () => (await load()).cacCli(program, name(), declarations),
  }
}
