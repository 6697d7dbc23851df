import { isJsonObject, parseJson, type JsonObject, type Outcome } from '../../contract/index.ts'
import { DEFAULT_DIALECT, traitsOf, type EncodedDocument } from '../../dialects/index.ts'
import {
  toCallAnswer,
  type CallAnswer,
  type CallContext,
  type ServedTool,
} from '../../mcp/index.ts'
import type { ActiveCalls } from '../calls/active-calls.ts'
import { inputTokens, toWord } from '../calls/call-argv.ts'
import type { Cli } from '../declare/cli.ts'
import { dispatch } from '../lifecycle/dispatch.ts'
import type { World } from '../process/world.ts'
import { catalogOf, type CatalogEntry } from './command-catalog.ts'

/** The surroundings that all calls share. */
export interface CliToolOptions {
  /** The process; its streams carry the protocol and are never given to a call. */
  readonly real: World
  readonly calls: ActiveCalls
  /** Words that every call begins with. */
  readonly words: readonly string[]
  /** Whether the channel is standard input and output. */
  readonly isStdio: boolean
}

/** Offers a tool of the framework; each call is a run of its own inside this process. */
export function createCliTool(cli: Cli, options: CliToolOptions): ServedTool {
  const { real, words } = options
  const { name, version, description, contract, dialect = DEFAULT_DIALECT } = cli.declaration
  const own = contract?.versions[contract.default] ?? dialect
  const { fullVariant } = traitsOf(own)
  const last = ['--format=json', ...(fullVariant === undefined ? [] : ['--full-output'])]
  const report = (problem: string): void => void real.write('stderr', `[WARN] ${problem}\n`)
  return {
    name,
    version: () => version,
    description,
    dialect: fullVariant ?? own,
    commands: () => catalogOf(cli, own, report),
    describe: (command, context) =>
      runCall(cli, options, context, [
        ...words,
        ...(command as CatalogEntry).path,
        '--schema',
        ...last,
      ]),
    call: (command, args, context) => {
      const entry = command as CatalogEntry
      const { stdin, rest } = takeStdin(entry, args)
      const argv = [...words, ...entry.path, ...inputTokens(rest, entry.parameters), ...last]
      return runCall(cli, options, context, argv, stdin)
    },
  }
}

/** Separates the text for standard input, unless the command has an option of that name. */
function takeStdin(
  { takesStdin, parameters }: CatalogEntry,
  args: JsonObject,
): { readonly stdin: string; readonly rest: JsonObject } {
  const { stdin, ...rest } = args
  if (!takesStdin || stdin === undefined || parameters.some(({ name }) => name === 'stdin'))
    return { stdin: '', rest: args }
  return { stdin: toWord(stdin), rest }
}

/** Runs the tool once, in a world that has the variables, folder and clock of the process. */
async function runCall(
  cli: Cli,
  { real, calls, isStdio }: CliToolOptions,
  { signal, report }: CallContext,
  argv: readonly string[],
  stdin = '',
): Promise<CallAnswer> {
  const taken: { readonly outcome: Outcome; readonly encoded: EncodedDocument }[] = []
  const more: Partial<World> = {
    takeAnswer: (answer) => void taken.push(answer),
    heard: (message, done, total) =>
      report({
        message,
        ...(done !== undefined && { done }),
        ...(total !== undefined && { total }),
      }),
    // The document of pay keeps MCP over stdio out of the enrichment of errors.
    hasBareErrors: isStdio,
  }
  const onStderr = (text: string | Uint8Array) => real.write('stderr', text)
  const { result, stdout } = await calls.run(
    { argv, stdin, env: real.env, signal, onStderr, more },
    (world) => dispatch(cli, world),
  )
  const { outcome, output, exitCode } = result
  const [answer] = taken
  if (answer) return toCallAnswer(output.dialect, answer.outcome, answer.encoded)
  // An answer about a file is text.
  return toCallAnswer(output.dialect, outcome, {
    document: parseDocument(stdout),
    exit_code: exitCode,
    losses: [],
  } as unknown as EncodedDocument)
}

function parseDocument(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}
