import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { defaultLimit } from '../declare/framework-flag.ts'
import { paramsOf, readyFor, type Param } from '../line/params.ts'
import { needsNames, readLine } from '../line/read.ts'
import { checkValues, isPlain, nothingTaken, type Checked } from '../line/values.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { addMeta, warn, type Run } from '../run/run-state.ts'
import type * as Flagged from './flagged.ts'

let flagged: typeof Flagged | undefined

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
    if (isPlain(line, args)) {
      const taken = nothingTaken()
      for (const [at, { text }] of line.words.entries()) taken.values.set(args[at]!, text)
      return checkValues(params, taken)
    }
  }
  if (flagged) return flagged.readFlagged(run, command, argv)
  return import('./flagged.ts').then((its) => (flagged = its).readFlagged(run, command, argv))
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
  const { args: words, options, env } = command.declaration
  const args = paramsOf('args', words)
  const own = [...paramsOf('options', options), ...paramsOf('globals', cli.declaration.globals)]
  const params = [...args, ...own]
  const isRelated =
    env !== undefined ||
    params.some(({ def }) => (def.env ?? def.requires ?? def.conflicts) !== undefined)
  const made = { cli, args, params, isRelated }
  known.set(command, made)
  return made
}

/** Applies the framework's flags to the run and loads the page, token and stdin if needed. */
export function readFrameworkInput(
  run: Run,
  command: Command,
  checked: Checked,
): MaybeLater<ParsedInput> {
  const { declaration } = command
  const { args, options, env, globals, flags } = checked
  if (flags.timeout !== undefined) run.limit.change(flags.timeout)
  const isDryRun = flags.dryRun === true
  run.input = { isDryRun, ...checked }
  if (declaration.dryRun && isDryRun) addMeta(run, { dry_run: true })
  const { fields, tokenOffset, cursor } = flags
  const isPart = (fields ?? tokenOffset ?? cursor) !== undefined
  const input = { args, options, env, globals, flags, from: null, token: null, stdin: null }
  return isPart || declaration.auth || declaration.stdin
    ? readMore(run, command, checked, input, isPart)
    : { ...input, page: { limit: limitOf(run, command, checked), position: null } }
}

/** Reads where a part begins, the token and what is piped. */
async function readMore(
  run: Run,
  command: Command,
  checked: Checked,
  input: Omit<ParsedInput, 'page'>,
  isPart: boolean,
): Promise<ParsedInput> {
  const from = isPart
    ? (await import('./part-flags.ts')).readPartFlags(run, command, checked)
    : null
  const { stdin, auth } = command.declaration
  const token = auth ? (await import('./token.ts')).readToken(run, auth) : null
  // A call that is refused for its cursor or its token has no page.
  const page = { limit: limitOf(run, command, checked), position: from?.position ?? null }
  const piped = stdin ? await readStdin(run, stdin, command) : null
  return { ...input, page, from, token, ...piped }
}

async function readStdin(
  run: Run,
  stdin: NonNullable<Command['declaration']['stdin']>,
  command: Command,
): Promise<Pick<ParsedInput, 'stdin' | 'noStdin' | 'reader'>> {
  const mode = typeof stdin === 'object' ? stdin.mode : stdin
  if (mode !== 'lines' && mode !== 'records')
    return (await import('./piped-input.ts')).readPiped(run, command)
  const { openLines } = await import('./line-input.ts')
  return { stdin: null, reader: openLines(run, command) }
}

function limitOf(run: Run, { declaration }: Command, { flags }: Checked): number {
  const { list, options } = declaration
  const { globals } = run.cli.declaration
  // An option of the author's may have the name of the flag of pages.
  const isOwn = Object.hasOwn({ ...options, ...globals }, 'limit')
  const { limit = list && !isOwn ? defaultLimit(list) : 0 } = flags
  const max = typeof list === 'object' ? list.maxLimit : undefined
  if (max === undefined || (limit > 0 && limit <= max)) return limit
  if (limit > max) warn(run, `--limit was reduced to ${max}, its maximum.`)
  return max
}
