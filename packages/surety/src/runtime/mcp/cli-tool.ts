import { isJsonObject, parseJson, type JsonObject, type Outcome } from '../../contract/index.ts'
import { DEFAULT_DIALECT, traitsOf, type EncodedDocument } from '../../dialects/wires.ts'
import { Schema } from '../../schema/index.ts'
import {
  toCallAnswer,
  type CallAnswer,
  type CallContext,
  type ServedCommand,
  type ServedTool,
} from '../../mcp/index.ts'
import type { ActiveCalls } from '../calls/active-calls.ts'
import { findCommand, inputTokens, toWord } from '../calls/call-argv.ts'
import type { Cli } from '../declare/cli.ts'
import { flagName } from '../declare/framework-flag.ts'
import { frameworkFlags } from '../declare/framework-flags.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import { completeForm } from '../help/tool-manifest.ts'
import { builtinsOf } from '../help/builtins/index.ts'
import { modelOf, shownIn } from '../help/load-model.ts'
import { commandModel, parameters, type ParameterModel } from '../help/model.ts'
import { loadGuide } from '../help/discovery/agent-guide.ts'
import { skillFiles } from '../help/discovery/skill-files.ts'
import { objectSchema, withoutDraft } from '../help/manifest/command-schema.ts'
import { loadAll, type Loaded } from '../help/load-commands.ts'
import { reportIds } from '../help/manifest/contract-1.16.ts'
import { relationKeywords } from '../help/manifest/option-relations.ts'
import { dispatch } from '../lifecycle/dispatch.ts'
import type { World } from '../process/world.ts'

/** The surroundings that all calls share. */
export interface CliToolOptions {
  /** The process; its streams carry the protocol and are never given to a call. */
  readonly real: World
  readonly calls: ActiveCalls
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
  const last = fullVariant === undefined ? [] : ['--full-output']
  const report = (problem: string): void => void real.write('stderr', `[WARN] ${problem}\n`)
  const call = (context: CallContext, argv: readonly string[], stdin?: string) =>
    runCall(cli, options, context, [...words, ...argv], stdin)
  return {
    name,
    version: () => version,
    description,
    dialect: fullVariant ?? own,
    commands: () => catalogOf(cli, own, report),
    find: (words) => findEntry(cli, words),
    describe: (command, context) =>
      call(context, [...(command as CatalogEntry).path, '--schema', ...last]),
    call: (command, args, context) => {
      const entry = command as CatalogEntry
      const { stdin = null, ...rest } = args
      const isInput = entry.takesStdin && stdin !== null
      const tokens = inputTokens(isInput ? rest : args, [])
      return call(context, [...entry.path, ...tokens, ...last], isInput ? toWord(stdin) : '')
    },
    skills: async () => {
      const model = await modelOf(cli, builtinsOf(cli, own), report)
      const metadata = { tool: model.name, version: model.version }
      return skillFiles(model, await loadGuide(cli)).map((skill) => ({
        frontmatter: { name: skill.name, description: skill.description, metadata },
        text: skill.text,
      }))
    },
  }
}

/** Runs the tool once, in a world that has the variables, folder and clock of the process. */
async function runCall(
  cli: Cli,
  { real, calls, isStdio }: CliToolOptions,
  { signal, report, trace }: CallContext,
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
  const env = { ...real.env, ...trace }
  const { result, stdout } = await calls.run(
    { argv, stdin, env, signal, onStderr, more },
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

/** Lists the commands of a tool that callers may run. */
async function catalogOf(
  cli: Cli,
  dialect: string,
  report: (problem: string) => void,
): Promise<readonly CatalogEntry[]> {
  // The protocol has other means for what built-in commands do.
  const loaded = await loadAll(cli, {}, report)
  const { isShown } = shownIn(cli.declaration.commands)
  if (completeForm(dialect) === '1.16')
    for (const each of loaded) reportIds(commandModel(cli, each), report)
  return loaded
    .filter(({ path }) => isShown(path))
    .filter(isOffered)
    .map((each) => new CatalogEntry(cli, each))
}

/** Finds a command by its words without loading the others. */
async function findEntry(cli: Cli, words: readonly string[]): Promise<CatalogEntry | null> {
  const { path, command } = await findCommand(cli, {}, words.join('.'))
  const isWhole = path.length === words.length || path.length === 0
  if (!command || !isWhole || !shownIn(cli.declaration.commands).isShown(path)) return null
  const loaded = { path, command, isBuiltin: false }
  return isOffered(loaded) ? new CatalogEntry(cli, loaded) : null
}

/** Tests whether callers may run a command: it is not hidden, nor says `mcp: false`, nor takes the words of a program. */
function isOffered({ command: { declaration } }: Loaded): boolean {
  const { hidden, mcp } = declaration
  return !hidden && mcp !== false
}

/** A command as callers see it. What only its description needs is made for those who read it. */
class CatalogEntry implements ServedCommand {
  readonly path: readonly string[]
  readonly name: string
  readonly aliases: readonly string[]
  readonly description: string
  readonly danger: ServedCommand['danger']
  readonly confirmedBy: string | null
  readonly usesNetwork: boolean
  readonly own: readonly { readonly name: string }[]
  readonly #declared: Shape
  readonly #cli: Cli
  readonly #loaded: Loaded

  constructor(cli: Cli, loaded: Loaded) {
    const { path, command } = loaded
    const { aliases = [], danger = 'mutating', args, options, ...declared } = command.declaration
    this.path = path
    this.name = path.join(' ') || cli.declaration.name
    this.aliases = aliases.map((alias) => [...path.slice(0, -1), alias].join(' '))
    this.description = declared.description ?? ''
    this.danger = danger
    this.confirmedBy = danger === 'destructive' ? 'confirm-destructive' : null
    this.usesNetwork = Boolean(declared.network)
    this.#declared = { ...args, ...options, ...cli.declaration.globals }
    this.own = Object.entries(this.#declared).flatMap(([key, schema]) => {
      const isShown = schema instanceof Schema && !schema.def.hidden
      return isShown ? [{ name: flagName(key) }] : []
    })
    this.#cli = cli
    this.#loaded = loaded
  }

  /** Whether an argument of that name is its standard input. */
  get takesStdin(): boolean {
    return Boolean(this.#loaded.command.declaration.stdin) && !('stdin' in this.#declared)
  }

  get inputSchema(): JsonObject {
    const { declaration } = this.#loaded.command
    const { globals = {} } = this.#cli.declaration
    const isShown = (key: string) => Object.hasOwn(globals, key) || isShownFlag(flagName(key))
    const { args, options } = commandModel(this.#cli, this.#loaded)
    const shown = parameters(chosen({ ...globals, ...this.#flags }, isShown))
    return inputSchema([...args, ...options], shown, declaration)
  }

  get alsoTakes(): readonly string[] {
    const { args, options } = commandModel(this.#cli, this.#loaded)
    return [
      ...[...args, ...options].flatMap(({ schema }) => (schema['x-aliases'] ?? []) as string[]),
      ...Object.keys(this.#flags)
        .map(flagName)
        .filter((name) => TAKEN.test(name)),
    ]
  }

  get #flags(): Shape {
    return frameworkFlags(this.#cli, this.#loaded.command.declaration)
  }
}

/** Flags that are taken without being shown. All others read or write files, or change the form of the answer. */
const TAKEN =
  /^(?:fields|token-limit|token-offset|etag|cursor|rest|yes|non-interactive|global|budget|(?:connect-)?timeout)$/

/** Flags of the framework that a caller needs here. */
function isShownFlag(name: string): boolean {
  return /^(?:confirm-destructive|dry-run|limit|cursor|idempotency-key)$/.test(name)
}

function inputSchema(
  own: readonly ParameterModel[],
  shared: readonly ParameterModel[],
  declaration: CommandDeclaration,
): JsonObject {
  const optional = shared.map((each) => ({ ...each, required: false }))
  const { properties, ...schema } = objectSchema([...own, ...optional], withoutWords)
  const known = properties as JsonObject
  const stdin = { type: 'string', description: 'What the command reads' }
  return {
    type: 'object',
    properties: declaration.stdin && !Object.hasOwn(known, 'stdin') ? { ...known, stdin } : known,
    ...schema,
    ...(relationKeywords(own) as JsonObject),
  }
}

/** Drops what only the command line needs; clients pay for every word of a list of tools. */
function withoutWords(schema: ParameterModel['schema']): JsonObject {
  const members = Object.entries(withoutDraft(schema))
  return Object.fromEntries(members.filter(([member]) => !member.startsWith('x-')))
}

function chosen<Value>(
  members: Readonly<Record<string, Value>>,
  isChosen: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isChosen(name)))
}
