// Loaded by every start of an adapted program: types aside, it imports nothing but the front.
import type { AdapterDeclarations } from '../declare/declarations.ts'
import { adaptProgram, type AdaptedProgram } from '../front.ts'
import {
  internalsOf,
  nameOf,
  textOptions,
  type YargsMain,
  type YargsProgram,
} from './yargs-program.ts'

export type * from '../public-types.ts'

/**
 * Makes a program of yargs answer by the contract, without a change to it. Give the instance before `parse()`.
 * The declarations say what yargs does not know, such as which commands destroy something. `main` is for a
 * program without commands, which works with what `parse()` returns.
 *
 * @example
 * ```ts
 * import yargs from 'yargs'
 * import { adaptYargs } from 'surety/yargs'
 *
 * const program = yargs()
 *   .scriptName('notes')
 *   .command('list', 'List notes', {}, () => console.log('["milk"]'))
 * const adapted = adaptYargs(program, { commands: { list: { danger: 'safe' } } })
 * const start = () => adapted.serve()
 * ```
 */
export function adaptYargs<Argv>(
  program: YargsProgram<Argv>,
  declarations?: AdapterDeclarations | string | URL,
  main?: YargsMain<NoInfer<Argv>>,
): AdaptedProgram {
  const load = () => import('./yargs-engine.ts')
  return adaptProgram(
    {
      name: () => nameOf(program),
      ownsFlag: async (flag) => (await load()).hasFlag(program, flag),
      ownsCommand: (word) => {
        const { handlers, aliasMap } = internalsOf(program)
          .getInternalMethods()
          .getCommandInstance()
        return Object.hasOwn(handlers, word) || Object.hasOwn(aliasMap, word)
      },
      asksForText: (words) => asksForText(program, words),
      runBare: async (argv = process.argv.slice(2)) => {
        const words = await program.parseAsync(argv)
        await main?.(words)
      },
      read: async () => (await load()).readYargs(program, main),
    },
    declarations,
  )
}

/** Tests for a request that yargs answers with a page of text: help, also as the last word, and the version. */
function asksForText(program: YargsProgram, words: readonly string[]): boolean {
  const names = textOptions(program)
  return (
    words.some((word) =>
      names.some((name) => word === (name.length === 1 ? `-${name}` : `--${name}`)),
    ) ||
    (words.at(-1) === 'help' && names.includes('help'))
  )
}
