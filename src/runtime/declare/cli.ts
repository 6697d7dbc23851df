import { defect, type OutcomeError, type RedirectReason } from '../../contract/index.ts'
import { DEFAULT_DIALECT, traitsOf } from '../../dialects/index.ts'
import type { AnyContext } from '../handler/context.ts'
import { defineCommand, type Command } from './command.ts'
import type { Flat, GivenFor, SignatureFor } from './caller-signature.ts'
import type {
  CommandDeclaration,
  Danger,
  Example,
  Previewed,
  Returned,
} from './command-declaration.ts'
import type { ErrorDeclarations } from './exits/exit-declarations.ts'
import type { GroupDeclaration, Members, MemberTree, TreeSignature } from './groups/group.ts'
import type { GuideSource } from './guide.ts'
import type { FeatureToolMembers } from '../steps/members.ts'
import type { Shape, StandardSchema } from './standard-schema.ts'

/** The new place of a renamed or moved command. */
export interface RedirectDeclaration {
  /**
   * The new path and, where they changed, leading arguments: `users add`.
   *
   * @pattern \S
   * @wanted the path of a command, as in 'users add'
   */
  readonly to: string
  /** Whether callers may remember the new command. Default true. */
  readonly permanent?: boolean
  /** Default `renamed`. */
  readonly reason?: RedirectReason
  /** Converts the old arguments; by default they are passed on unchanged. */
  readonly map?: (argv: readonly string[]) => readonly string[]
}

/** The generations of a tool's own contract. */
export interface ContractDeclaration {
  /** Version to dialect id: `{ '1.0': 'acme-1', '2.0': 'acme-2' }`. */
  readonly versions: Readonly<Record<string, string>>
  readonly default: string
  /** Versions that still work, with a warning. */
  readonly deprecated?: readonly string[]
  /** Removed versions: requesting one fails with an error that names the default. */
  readonly removed?: readonly string[]
  /** The version that `--legacy-envelope` selects; default the oldest in `versions`. */
  readonly legacy?: string
}

/** The tool's default output formats and its own names for formats. */
export interface OutputDeclaration {
  /** The format when stdout is not a terminal; default `json`. */
  readonly piped?: string
  /** The format at a terminal; default `human`. */
  readonly terminal?: string
  /** More values for `--format`: `{ text: 'human' }`. */
  readonly values?: Readonly<Record<string, string>>
  /** Flags that select a format: `{ plain: 'plain' }` adds `--plain`. */
  readonly switches?: Readonly<Record<string, string>>
  /** An environment variable that selects the format when no flag does. */
  readonly env?: string
  /** The columns of text and help, whatever the terminal has; `ACME_WIDTH` and `--width` override it. */
  readonly width?: number
  /** The format at a terminal with NO_COLOR set; default as for `terminal`, without colour. */
  readonly noColor?: string
  /** The exit code of input errors when the output is text rather than data. */
  readonly inputErrorExit?: number
  /** Renders a failure in the `plain` format; default is the framework's text. */
  readonly plainFailure?: (error: OutcomeError) => string
  /** Renders a failure for people, on stderr or where the dialect has it; default is the framework's text. */
  readonly humanFailure?: (error: OutcomeError) => string
}

/** Something that a tool needs, and the command that puts it in place. */
export type DoctorCheck =
  | {
      /** The versions of a program that do: `>=2.30`, `>=2.30 <4`, or `*` for any. */
      readonly version: string
      /** What prints its version; default its name with `--version`. */
      readonly command?: readonly [string, ...string[]]
      readonly fix: string
    }
  | { readonly url: string; readonly fix?: string }
  | { readonly check: () => unknown; readonly fix: string }

/** What a tool does once before it can be used. */
export interface InitDeclaration {
  /** Says whether it has been done; asked before every command, so it only looks. */
  readonly isDone: () => boolean | Promise<boolean>
  /** Does it. */
  readonly run: (context: AnyContext) => unknown
}

/** The declaration of a tool. */
export interface CliDeclaration
  extends FeatureToolMembers, Omit<GroupDeclaration, 'aliases' | 'hidden' | 'description'> {
  /**
   * The name that users type.
   *
   * @pattern ^[a-z0-9][a-zA-Z0-9._-]*$
   * @wanted a valid name of a tool: lower-case letters, digits, - and _
   */
  readonly name: string
  /**
   * The words that call it, where that is not its name: `['npx', 'acme']`. Help and suggestions show them, so
   * that callers can run what they read.
   *
   * @pattern \S
   * @wanted a list of words, as in ['npx', 'acme']
   */
  readonly calledAs?: readonly [string, ...string[]]
  /**
   * Default `0.0.0`.
   *
   * @pattern ^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$
   * @wanted a semver version, as in 1.0.0
   */
  readonly version?: string
  /** One sentence. */
  readonly description?: string
  /** Options of every command. */
  readonly globals?: Shape
  /**
   * The keys of its configuration, with defaults. `settings` of `ctx.config()` has their values: from `ACME_REGION`,
   * from the files, or the default.
   */
  readonly config?: Shape
  /** Error codes that every command may use. */
  readonly errors?: ErrorDeclarations
  /**
   * Flags of the framework that the commands of this tool use for something else, by name: with `output`,
   * `--output` is the tool's in every command, and the framework leaves it alone.
   */
  readonly ownFlags?: readonly string[]
  /** Whether a call without a command is an error; by default it shows help. */
  readonly requiresCommand?: boolean
  /** Old paths of commands, and where they are now. */
  readonly redirects?: Readonly<Record<string, RedirectDeclaration>>
  /** The versions of its own contract, each with its dialect. */
  readonly contract?: ContractDeclaration
  /** The dialect of answers when the caller requests none; default `DEFAULT_DIALECT`. */
  readonly dialect?: string
  /** Error code to exit number, for dialects with such a table. */
  readonly exitByCode?: Readonly<Record<string, number>>
  /** Its usual formats, and its own words for formats. */
  readonly output?: OutputDeclaration
  /**
   * The time limit of commands without one of their own; default 30,000.
   *
   * @wanted a number of milliseconds, or 0 for no limit
   */
  readonly timeoutMs?: number
  /** The prefix of the tool's environment variables; default from the name: `MY_TOOL`. */
  readonly envPrefix?: string
  /** Finds the scopes of the current credential, for `check-permissions` and warnings. */
  readonly activeScopes?: (
    env: Readonly<Record<string, string | undefined>>,
  ) => readonly string[] | Promise<readonly string[]>
  /** What the tool needs to work, by name; `doctor` of generations that have it checks all of it. */
  readonly doctor?: Readonly<Record<string, DoctorCheck>>
  /**
   * What has to be done once. In generations that have it, `init` does it, and other commands fail with INIT_REQUIRED
   * until then.
   */
  readonly init?: InitDeclaration
  /**
   * Finds the newest version. It is asked only while a person watches, never waited for, and what it says is in
   * `meta.update_available`.
   */
  readonly latestVersion?: () => Promise<string | undefined>
  /** What changed in its answers, or a JSON file with it; `changelog` of contract 1.16 lists it. */
  readonly changelog?:
    | string
    | readonly {
        readonly version: string
        /** `2026-11-17` */
        readonly date: string
        readonly breaking?: boolean
        readonly added?: readonly string[]
        readonly removed?: readonly string[]
        readonly changed?: readonly string[]
      }[]
  /** Calls that the help of the tool shows. */
  readonly examples?: readonly Example[]
  /** The author's part of `agent-guide` and of the skills. */
  readonly guide?: GuideSource
  /** Runs after validation and before every command; it may end the run by throwing or by `fail`. */
  readonly beforeRun?: (context: AnyContext) => void | Promise<void>
  /**
   * Runs after every command that came to its end, with its data or its error; what it throws is a warning,
   * because the work is done.
   */
  readonly afterRun?: (
    context: AnyContext,
    end: { readonly data: unknown } | { readonly error: unknown },
  ) => void | Promise<void>
}

/** The members of a tool that has one command, which are not members of a command as well. */
const TOOL_MEMBERS = [
  'name',
  'calledAs',
  'version',
  'activeScopes',
  'changelog',
  'config',
  'doctor',
  'latestVersion',
  'contract',
  'dialect',
  'envPrefix',
  'exitByCode',
  'guide',
  'ownFlags',
  'beforeRun',
  'afterRun',
] as const satisfies readonly (keyof CliDeclaration)[]

/** The same by name, with those that features bring. */
export const toolMembers = new Set<string>(TOOL_MEMBERS)

/** The declaration of a tool that is one command: `greet Ada` rather than `greet hello Ada`. */
export interface SingleCommandDeclaration<
  Args extends Shape = Shape,
  Options extends Shape = Shape,
  Env extends Shape = Shape,
  Output extends StandardSchema | undefined = StandardSchema | undefined,
  Errors extends ErrorDeclarations = ErrorDeclarations,
  Shared = unknown,
  Return = Returned<Output>,
>
  extends
    FeatureToolMembers,
    Pick<CliDeclaration, (typeof TOOL_MEMBERS)[number]>,
    Omit<
      CommandDeclaration<Args, Options, Env, Output, Errors, {}, Shared, Return>,
      'aliases' | 'hidden' | 'globals' | 'description'
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
  Shared = undefined,
  const Return extends Returned<Output> = Returned<Output>,
  const Level extends Danger = Danger,
>(
  declaration: SingleCommandDeclaration<Args, Options, Env, Output, Errors, Shared, Return> &
    Previewed<Level>,
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
  Shared,
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
      Shared,
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
  return Object.freeze({
    kind: 'cli',
    declaration: Object.freeze({ commands: {}, ...withHabits(tool), name, version, description }),
    root: command && defineCommand({ ...command, description } as unknown as CommandDeclaration),
    // A tool without a name is refused later, where the answer can say so.
    envPrefix: declaration.envPrefix ?? variableWord(name),
  }) as unknown as Cli
}

/** Adds what the tools of a dialect do unless they declare something else. */
function withHabits(tool: Partial<CliDeclaration>): object {
  const { contract, dialect = DEFAULT_DIALECT, output } = tool
  const { habits } = traitsOf(contract?.versions?.[contract.default] ?? dialect)
  return habits ? { ...habits, ...tool, output: { ...habits.output, ...output } } : tool
}

function variableWord(name: unknown): string {
  return String(name)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
}

/** Names the variable of a key of the configuration: `ACME_API_URL` for `apiUrl`. */
export function configVariable(prefix: string, key: string): string {
  return `${prefix}_${variableWord(key.replaceAll(/[A-Z]/g, '_$&'))}`
}

/** Divides the declaration of a tool with one command into that of the tool and that of the command. */
function split(declaration: object): readonly [tool: object, command: object] {
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
