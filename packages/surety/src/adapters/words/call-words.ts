import { flagNamesOf, type CliDeclaration } from '../../runtime/surface.ts'
import { CONTRACT_COMMANDS, type ForeignProgram } from '../model/foreign-program.ts'
import { findChild, splitWords } from './split-words.ts'

export function wordsOf(program: ForeignProgram, tool: ContractWords) {
  /** What the program gets for a command line; the words of other calls are made from data. */
  const typed = new WeakMap<readonly string[], readonly string[]>()
  const options = {
    root: program.root,
    putsCommandFirst: program.putsCommandFirst === true,
    contractFlags: contractFlags(tool),
  }
  return {
    /** Returns the words of a command line as our parser reads them. */
    checked: (argv: readonly string[]): readonly string[] => {
      // A program that takes any words would take a command of the contract as well.
      const [word = ''] = argv
      if (CONTRACT_COMMANDS.includes(word) && !findChild(program.root, word)) return argv
      const { checked, foreign } = splitWords(argv, { ...options, isData: false })
      typed.set(checked, foreign)
      return checked
    },
    /** Returns the words for the foreign framework that belong to words for our parser. */
    foreign: (argv: readonly string[]): readonly string[] =>
      typed.get(argv) ?? splitWords(argv, { ...options, isData: true }).foreign,
  }
}

type ContractWords = Pick<CliDeclaration, 'ownFlags' | 'output'>

function contractFlags({ ownFlags = [], output }: ContractWords): ReadonlyMap<string, boolean> {
  const flags = [...frameworkNames].filter(([name]) => !ownFlags.includes(name))
  const switches = Object.keys(output?.switches ?? {}).map((name) => [name, false] as const)
  const help = ownFlags.includes('h') ? [] : [['-h', false] as const]
  return new Map([
    ...[...flags, ...switches].map(([name, takesValue]) => [`--${name}`, takesValue] as const),
    ...help,
  ])
}

/** Every name that a flag of the framework has on any command of a program, and whether it takes a value. */
export const frameworkNames: ReadonlyMap<string, boolean> = new Map([
  ['llms', false],
  ...flagNamesOf({
    dryRun: () => ({}),
    danger: 'destructive',
    list: true,
    cacheable: true,
    run: () => ({}),
  }),
])
