import { defect } from '../../contract/index.ts'
import { DEFAULT_DIALECT, traitsOf } from '../../dialects/wires.ts'
import { defineCommand, type Command } from './command.ts'
import type { Flat, GivenFor, SignatureFor } from './types/caller-signature.ts'
import type {
  CommandDeclaration,
  FitOptions,
  Previewed,
  Returned,
} from './types/command-declaration.ts'
import type { CliDeclaration } from './types/cli-declaration.ts'
import type { Danger } from './types/command-parts.ts'
import type { ErrorDeclarations } from './types/exits.ts'
import type { MemberTree, Members, TreeSignature } from './types/member-tree.ts'
import type { Shape, StandardSchema } from './standard-schema.ts'

/** The members of a tool that has one command, which are not members of a command as well. */
const TOOL_MEMBERS = [
  'name',
  'calledAs',
  'version',
  'contract',
  'dialect',
  'envPrefix',
  'exitByCode',
  'guide',
  'beforeRun',
  'afterRun',
] as const satisfies readonly (keyof CliDeclaration)[]

const toolMembers = new Set<string>(TOOL_MEMBERS)

/** The declaration of a tool that is one command: `greet Ada` rather than `greet hello Ada`. */
export interface SingleCommandDeclaration<
  Args extends Shape = Shape,
  Options extends Shape = Shape,
  Env extends Shape = Shape,
  Output extends StandardSchema | undefined = StandardSchema | undefined,
  Errors extends ErrorDeclarations = ErrorDeclarations,
  Return = Returned<Output>,
>
  extends
    Pick<CliDeclaration, (typeof TOOL_MEMBERS)[number]>,
    Omit<
      CommandDeclaration<Args, Options, Env, Output, Errors, {}, Return>,
      'aliases' | 'hidden' | 'section' | 'globals' | 'description'
    > {
  /** One sentence. */
  readonly description?: string
}

declare const made: unique symbol

/** A declared tool; only {@link defineCli} creates one. Its type keeps those of its commands. */
export interface Cli<Signature = unknown, Globals = unknown> {
  readonly [made]: true
  readonly kind: 'cli'
  /** For the type checker only: what callers of its commands give and get. */
  readonly signature?: Signature
  /** For the type checker only: the options of every command as callers give them. */
  readonly globals?: Globals
  readonly declaration: CliDeclaration & {
    readonly version: string
    readonly description: string
    readonly commands: Members
  }
  /** The command of a tool that has only one. */
  readonly root: Command | null
  readonly envPrefix: string
  /** Whether a call without a command is an error, as the documents of some dialects demand; otherwise it shows help. */
  readonly requiresCommand: boolean
}

/**
 * Declares a tool: its name and its commands, or its name and what its only command does.
 *
 * @example
 * ```ts
 * import { defineCli, s, serve } from 'surety'
 *
 * await serve(
 *   defineCli({
 *     name: 'greet',
 *     args: { name: s.string() },
 *     run: ({ args }) => ({ greeting: `Hello ${args.name}` }),
 *   }),
 * )
 * ```
 */
export function defineCli<
  const Args extends Shape = {},
  const Options extends Shape = {},
  const Env extends Shape = {},
  Output extends StandardSchema | undefined = undefined,
  const Errors extends ErrorDeclarations = {},
  const Return extends Returned<Output> = Returned<Output>,
  const Level extends Danger = Danger,
>(
  declaration: SingleCommandDeclaration<Args, Options, Env, Output, Errors, Return> &
    Previewed<Level> &
    FitOptions<Options>,
): Cli<SignatureFor<Args, Options, Output, Errors, Return>>
/**
 * Declares a tool with several commands.
 *
 * @example
 * ```ts
 * import { defineCli, serve } from 'surety'
 *
 * await serve(
 *   defineCli({
 *     name: 'acme',
 *     version: '1.0.0',
 *     description: 'Manages volumes',
 *     commands: { ls: { description: 'Lists volumes', load: () => import('./ls.js') } },
 *   }),
 * )
 * ```
 */
export function defineCli<
  const T,
  const Args,
  const Options,
  const Env,
  Output,
  const Errors,
  const Levels,
  const Globals extends Shape = {},
  const ToolErrors extends ErrorDeclarations = {},
>(
  declaration: Omit<CliDeclaration, 'commands' | 'globals' | 'errors'> & {
    readonly globals?: Globals
    readonly errors?: ToolErrors
    readonly commands: MemberTree<
      T,
      Args,
      Options,
      Env,
      Output,
      Errors,
      Levels,
      ToolErrors,
      Globals
    >
  },
): Cli<TreeSignature<T, Args, Options, Output, Errors>, Flat<GivenFor<Globals>>>
export function defineCli(given: object): Cli {
  if (typeof given !== 'object' || given === null)
    throw defect('CLI_INVALID', 'defineCli() needs an object with a name and commands or run()')
  const declaration = given as CliDeclaration | SingleCommandDeclaration
  const isSingle = 'run' in declaration && !('commands' in declaration)
  const [tool, command] = isSingle ? split(declaration) : [declaration, null]
  const { name, version = '0.0.0', description = '' } = declaration
  const habits = habitsOf(tool)
  const output = habits?.output && { output: { ...habits.output, ...tool.output } }
  return Object.freeze({
    kind: 'cli',
    declaration: Object.freeze({ commands: {}, ...tool, ...output, name, version, description }),
    requiresCommand: habits?.requiresCommand === true,
    root: command && defineCommand({ ...command, description } as unknown as CommandDeclaration),
    // A tool without a name is refused later, where the answer can say so.
    envPrefix: declaration.envPrefix ?? variableWord(name),
  }) as unknown as Cli
}

/** What the tools of a dialect do unless they declare something else. */
function habitsOf({ contract, dialect = DEFAULT_DIALECT }: Partial<CliDeclaration>) {
  return traitsOf(contract?.versions?.[contract.default] ?? dialect).habits
}

function variableWord(name: unknown): string {
  return String(name)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
}

/** Divides the declaration of a tool with one command into that of the tool and that of the command. */
function split(declaration: object): readonly [tool: Partial<CliDeclaration>, command: object] {
  const isTool = ([member]: readonly [string, unknown]) => toolMembers.has(member)
  const members = Object.entries(declaration)
  return [
    Object.fromEntries(members.filter(isTool)),
    Object.fromEntries(members.filter((each) => !isTool(each))),
  ]
}

export function isCli(value: unknown): value is Cli {
  return typeof value === 'object' && value !== null && (value as Cli).kind === 'cli'
}

/** The words that every command line of a tool starts with. */
export function callWords({ declaration: { name, calledAs } }: Pick<Cli, 'declaration'>) {
  return calledAs ?? [name]
}

/**
 * A tool, or a function that imports it. With a function, the framework also catches the output
 * of libraries while they load.
 */
export type CliSource =
  | Cli
  | (() => Cli | Promise<Cli | { readonly cli?: Cli; readonly default?: Cli }>)

export async function loadCli(source: CliSource): Promise<Cli> {
  const found = typeof source === 'function' ? await source() : source
  const cli = isCli(found) ? found : (found?.cli ?? found?.default)
  if (isCli(cli)) return cli
  throw defect(
    'CLI_INVALID',
    'serve() needs the result of defineCli(), or a function that imports it',
  )
}
