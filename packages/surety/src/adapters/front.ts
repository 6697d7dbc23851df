// The part of an adapter that every start loads, a person's `--help` included: types aside, it imports only names.
import type { Cli } from '../runtime/index.ts'
import type { AdapterDeclarations } from './declare/declarations.ts'
import { CONTRACT_COMMANDS, type ForeignProgram } from './model/foreign-program.ts'
import { optionWords } from '@surety/internal/command-words.ts'

/** A program of another framework that answers by the contract. */
export interface AdaptedProgram {
  /**
   * Runs the program on the words given, by default those of the process. At a terminal it behaves as
   * before; for every other caller, and with a flag of the contract, its end is one envelope.
   */
  readonly serve: (argv?: readonly string[]) => Promise<void>
  /** Returns the program as a tool of the framework, for `surety/http`, `surety/testing` and the like. */
  readonly toCli: () => Promise<Cli>
}

/** What the front of an adapter knows of the program without reading its tree. */
export interface FrontProgram {
  readonly name: () => string
  /** Whether any command of the program has this option: `--json`, `-h`. */
  readonly ownsFlag: (flag: string) => boolean | Promise<boolean>
  /** Whether the program has a command of this name. */
  readonly ownsCommand: (word: string) => boolean | Promise<boolean>
  /** Whether these words, those before `--`, only ask the program for its own help or version. */
  readonly asksForText: (argv: readonly string[]) => boolean
  /** Runs the program as if it were not adapted. */
  readonly runBare: (argv: readonly string[] | undefined) => Promise<unknown>
  /** Loads the engine of its framework and reads its tree. */
  readonly read: () => Promise<ForeignProgram>
}

/** Adapts a program: as it is for a person at a terminal, and by the contract for everybody else. */
export function adaptProgram(
  program: FrontProgram,
  declarations: AdapterDeclarations | string | URL | undefined,
): AdaptedProgram {
  const load = () => import('./engine.ts')
  const answer = async (words: readonly string[]) =>
    (await load()).answerWith(program.read, declarations, words)
  return {
    serve: async (argv) => {
      const words = argv ?? process.argv.slice(2)
      const { envPrefix, name } = (declarations ?? {}) as AdapterDeclarations
      const prefix = envPrefix ?? name ?? program.name()
      if (await wantsContract(program, prefix, words)) return answer(words)
      if (
        process.stdout.isTTY &&
        !(await import('@surety/internal/process/agent-caller.ts')).isAgent(process.env)
      )
        await program.runBare(argv)
      else if (program.asksForText(optionWords(words))) {
        withoutColours(process.stdout)
        await program.runBare(argv)
      } else await answer(words)
    },
    toCli: async () => (await load()).adaptedCli(await program.read(), declarations),
  }
}

/** Takes the codes of terminals out of what a program prints; some frameworks never ask where it goes. */
function withoutColours(stream: NodeJS.WriteStream): void {
  if (!['', '0', 'false', undefined].includes(process.env['FORCE_COLOR'])) return
  const { stripVTControlCharacters: plain } = process.getBuiltinModule('node:util')
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? plain(chunk) : chunk, ...rest)
}

/** Tests for a flag, a command or a variable of the contract; a name that the program uses is its own. */
async function wantsContract(
  program: FrontProgram,
  name: string,
  words: readonly string[],
): Promise<boolean> {
  const prefix = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
  if (process.env[`${prefix}_ENVELOPE`] || process.env[`${prefix}_FORMAT`]) return true
  const flags = optionWords(words).filter((word) => word.startsWith('--'))
  const [first = ''] = words
  if (CONTRACT_COMMANDS.includes(first) && !(await program.ownsCommand(first))) return true
  for (const word of flags) {
    const flag = word.split('=', 1)[0]!
    if (flag === '--help' || flag === '--version' || (await program.ownsFlag(flag))) continue
    const { asksForContract } = await import('../runtime/surface.ts')
    if (asksForContract(flag.slice(2))) return true
  }
  return false
}

/** Returns the name of the file that was started, which is that of a program without another. */
export function fileName(): string | undefined {
  return /([^/\\]*?)(?:\.[cm]?[jt]s)?$/.exec(process.argv[1] ?? '')?.[1] || undefined
}
