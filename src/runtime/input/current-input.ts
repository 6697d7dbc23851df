import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { outputValues } from '../run/output-request.ts'
import type { Run } from '../run/run-state.ts'
import { conflictingRepeats } from './argv/conflicting-repeats.ts'
import { compileArgv, type ArgvParser } from './argv/compile.ts'
import { currentFlags } from './current-flags.ts'

const parsers = new WeakMap<Command, { readonly cli: Cli; readonly parser: ArgvParser }>()

/** Returns the parser of a command under the rules of contract 1.16, and what only they refuse. */
export function currentParser(
  { cli }: Run,
  command: Command,
  argv: readonly string[],
  flags: Shape,
): { readonly parser: ArgvParser; readonly problems: readonly InputProblem[] } {
  const known = parsers.get(command)
  const parser = known?.cli === cli ? known.parser : compile(cli, command, flags)
  if (known?.cli !== cli) parsers.set(command, { cli, parser })
  const { binary } = command.declaration
  const misplaced = misplacedFile(cli, argv, binary !== undefined)
  return { parser, problems: [...conflictingRepeats(argv, parser.places), ...misplaced] }
}

function compile(cli: Cli, { declaration }: Command, given: Shape): ArgvParser {
  const { args = {}, options = {} } = declaration
  const flags = currentFlags(cli, declaration, given)
  return compileArgv({ args, flags: { options, globals: cli.declaration.globals ?? {}, flags } })
}

/** Refuses the name of a format as a file, which callers of older contracts would write. */
function misplacedFile(
  cli: Cli,
  argv: readonly string[],
  isBinary: boolean,
): readonly InputProblem[] {
  const end = argv.indexOf('--')
  const tokens = end < 0 ? argv : argv.slice(0, end)
  return tokens.flatMap((token, at) => {
    const value = token === '--output' ? tokens[at + 1] : /^--output=(.*)$/s.exec(token)?.[1]
    if (isBinary && value === '-') return [NO_BYTES_ON_STDOUT]
    if (value === undefined || (!FORMAT_NAMES.has(value) && !outputValues(cli).includes(value)))
      return []
    return [
      {
        param: '--output',
        code: 'INVALID_VALUE',
        message: `--output is the path of a file; write --format ${value} for the format.`,
        value,
        suggestion: `--format ${value}`,
      },
    ]
  })
}

const NO_BYTES_ON_STDOUT: InputProblem = {
  param: '--output',
  code: 'INVALID_VALUE',
  message: '--output is the path of a file; standard output holds the answer and no bytes.',
  value: '-',
}

/** The formats that the contract names. */
const FORMAT_NAMES: ReadonlySet<string> = new Set(['json', 'jsonl', 'tsv', 'plain', 'table', 'id'])
