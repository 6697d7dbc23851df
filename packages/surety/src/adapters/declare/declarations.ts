import type { FailureName, JsonObject } from '../../contract/index.ts'
import type {
  CliDeclaration,
  CommandDeclaration,
  ErrorDeclaration,
  StandardSchema,
} from '../../runtime/surface.ts'
import type { ForeignOptionType } from '../model/foreign-program.ts'

/**
 * How the text that a command prints becomes its data. `auto` takes an object or a list in JSON as such,
 * several lines of JSON as a list, and everything else as text; `none` ignores what it prints.
 */
export type PrintedForm = 'auto' | 'text' | 'lines' | 'json' | 'jsonl' | 'none'

/** What an error must have to be matched; every member given counts. */
export interface ErrorMatch {
  /** The class of the error, or its name. */
  readonly class?: string | (abstract new (...given: never[]) => unknown)
  /** The `code` of the error. */
  readonly code?: string | number
  /** A pattern that its message matches. */
  readonly message?: string | RegExp
  /** The number that the program exits with. */
  readonly exit?: number | readonly number[]
}

/** The end of a foreign call that failed, for predicates. */
export interface ForeignFailure {
  /** What was thrown; undefined if the program only exited. */
  readonly error: unknown
  readonly message: string
  /** The number that the program exits with; 1 for an error that it threw. */
  readonly exit: number
}

/** An error of the program and the exit that it stands for. */
export interface ErrorRule extends ErrorDeclaration {
  /** Which errors are meant; by default those whose `code`, name or class is the key of this rule. */
  readonly when?: ErrorMatch | readonly ErrorMatch[] | ((failure: ForeignFailure) => boolean)
}

/** Error codes by name; a bare exit is short for `{ exit }`. */
export type ErrorRules = Readonly<Record<string, ErrorRule | FailureName>>

/** What the framework of a program does not know about an option or an argument. */
export interface ParameterDeclaration {
  readonly type?: ForeignOptionType
  /** The values that it accepts. */
  readonly choices?: readonly string[]
  readonly description?: string
  /** Never shown, whatever the verbosity. */
  readonly secret?: boolean
  readonly required?: boolean
}

/** Members of a command of ours that declarations may have as they are. */
export const COMMAND_MEMBERS = [
  'danger',
  'exitCodes',
  'type',
  'types',
  'hidden',
  'deprecated',
  'examples',
  'nextSteps',
  'interactive',
  'timeoutMs',
  'scopes',
  'list',
  'cacheable',
  'mcp',
  'view',
  'text',
] as const

/** What the framework of a program does not know about one of its commands. */
export interface AdaptedCommandDeclaration extends Partial<
  Pick<CommandDeclaration, (typeof COMMAND_MEMBERS)[number]>
> {
  /** Replaces the description of the program. */
  readonly description?: string
  /** How the printed text becomes data; default `auto`. */
  readonly output?: PrintedForm
  /** The schema of the data: a schema of any library, or a JSON Schema. */
  readonly schema?: StandardSchema | JsonObject
  readonly errors?: ErrorRules
  /** Exit numbers of the program and the exits that they stand for. */
  readonly exits?: Readonly<Record<number, FailureName>>
  /** What the framework does not know about options and arguments, by name. */
  readonly parameters?: Readonly<Record<string, ParameterDeclaration>>
  /** The change that a success means. */
  readonly effect?: 'created' | 'updated' | 'deleted' | 'noop'
}

/** Members of a tool of ours that declarations may have as they are. */
export const TOOL_MEMBERS = [
  'description',
  'version',
  'contract',
  'dialect',
  'output',
  'timeoutMs',
  'envPrefix',
  'examples',
  'guide',
  'redirects',
  'exitByCode',
  'requiresCommand',
] as const

/** What the framework of a program does not know about it. */
export interface AdapterDeclarations extends Partial<
  Pick<CliDeclaration, (typeof TOOL_MEMBERS)[number]>
> {
  /** The name of the tool; by default the program's own. */
  readonly name?: string
  /** By path: `issue delete`; an empty path is the program itself. */
  readonly commands?: Readonly<Record<string, AdaptedCommandDeclaration>>
  /** Errors of every command. */
  readonly errors?: ErrorRules
  /** Exit numbers of every command. */
  readonly exits?: Readonly<Record<number, FailureName>>
}
