import type { OutcomeError, RedirectReason } from '../../../contract/index.ts'
import type { AnyContext } from '../../handler/context.ts'
import type { ErrorDeclarations } from './exits.ts'
import type { GroupDeclaration } from './member-tree.ts'
import type { GuideSource } from './guide.ts'
import type { Shape } from '../standard-schema.ts'

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
  /** The columns of text and help, whatever the terminal has; `ACME_WIDTH` overrides it. */
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

/** The declaration of a tool. */
export interface CliDeclaration extends Omit<
  GroupDeclaration,
  'aliases' | 'hidden' | 'section' | 'description'
> {
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
  /** Error codes that every command may use. */
  readonly errors?: ErrorDeclarations
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
