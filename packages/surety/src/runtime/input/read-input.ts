import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type * as Flagged from './flagged.ts'
import { paramsOf, readyFor, type Param } from '../line/params.ts'
import { needsNames, readLine } from '../line/read.ts'
import {
  checkValues,
  isPlain,
  nothingTaken,
  takePlain,
  takeWords,
  type Checked,
} from '../line/values.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import type { Run } from '../run/run-state.ts'

let flagged: typeof Flagged | undefined

/** Loads what reads lines with options, once. */
export async function readingFlags(): Promise<typeof Flagged> {
  return (flagged ??= await import('./flagged.ts'))
}

/** Reads the words behind a command into checked values, and finds all that is wrong with them. */
export function readInput(
  run: Run,
  command: Command,
  argv: readonly string[],
): MaybeLater<Checked> {
  const { args, options, env } = command.declaration
  const loading = readyFor(args, options, env, run.cli.declaration.globals)
  if (loading) return loading.then(() => readReady(run, command, argv))
  return readReady(run, command, argv)
}

function readReady(run: Run, command: Command, argv: readonly string[]): MaybeLater<Checked> {
  const { args, params, isRelated } = inputsOf(run.cli, command)
  if (!isRelated && !needsNames(argv)) {
    const line = readLine(argv)
    const taken = nothingTaken()
    if (isPlain(line, args)) {
      takeWords(taken, line.words, args, takePlain)
      return checkValues(params, taken)
    }
  }
  if (flagged) return flagged.readFlagged(run, command, argv)
  return readingFlags().then((its) => its.readFlagged(run, command, argv))
}

interface Inputs {
  readonly cli: Cli
  readonly args: readonly Param[]
  readonly params: readonly Param[]
  /** Whether a value depends on variables or on other options. */
  readonly isRelated: boolean
}

const known = new WeakMap<Command, Inputs>()

function inputsOf(cli: Cli, command: Command): Inputs {
  const found = known.get(command)
  if (found?.cli === cli) return found
  const { args: words, options, env, exactlyOne, optionRules } = command.declaration
  const args = paramsOf('args', words)
  const own = [...paramsOf('options', options), ...paramsOf('globals', cli.declaration.globals)]
  const params = [...args, ...own]
  const isRelated =
    (env ?? exactlyOne ?? optionRules) !== undefined ||
    params.some(({ def }) => (def.env ?? def.requires ?? def.conflicts) !== undefined)
  const made = { cli, args, params, isRelated }
  known.set(command, made)
  return made
}
