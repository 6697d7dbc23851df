import { defect, type OutcomeError, type RedirectReason } from '../../contract/index.ts'
import type { Example } from './command-declaration.ts'
import { resolveErrors, type ErrorDeclarations, type ErrorTable } from './error-declarations.ts'
import { checkMembers, type GroupDeclaration } from './group.ts'
import type { Shape } from './standard-schema.ts'

/** The new place of a renamed or moved command. */
export interface RedirectDeclaration {
  /** The new path and, where they changed, leading arguments: `users add`. */
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
  /** More values for `--output`: `{ text: 'human' }`. */
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
  /** Whether every error says what to do next; one without a suggestion is given one. */
  readonly suggestions?: boolean
  /** Renders a failure in the `plain` format; default is the framework's text. */
  readonly plainFailure?: (error: OutcomeError) => string
  /** Renders a failure for people, on stderr; default is the framework's text. */
  readonly humanFailure?: (error: OutcomeError) => string
}

/** The declaration of a tool. */
export interface CliDeclaration extends Omit<GroupDeclaration, 'aliases' | 'hidden'> {
  readonly name: string
  readonly version: string
  /** Options of every command. */
  readonly globals?: Shape
  /** Error codes that every command may use. */
  readonly errors?: ErrorDeclarations
  /**
   * The tool's own codes for errors that the framework raises, by code (`UNKNOWN_FLAG`) or by exit
   * (`ARG_ERROR`); an entry by code takes precedence. The framework's code is kept in
   * `details.reason`, except in dialects whose framework errors have only code, message and field
   * errors.
   */
  readonly frameworkErrors?: Readonly<Record<string, string>>
  /** Whether a call without a command is an error; by default it shows help. */
  readonly requiresCommand?: boolean
  readonly redirects?: Readonly<Record<string, RedirectDeclaration>>
  readonly contract?: ContractDeclaration
  /** The dialect of answers when the caller requests none; default `DEFAULT_DIALECT`. */
  readonly dialect?: string
  /** Error code to exit number, for dialects with such a table. */
  readonly exitByCode?: Readonly<Record<string, number>>
  readonly output?: OutputDeclaration
  /** The time limit of commands without one of their own; default 30,000. */
  readonly timeoutMs?: number
  /** The prefix of the tool's environment variables; default from the name: `MY_TOOL`. */
  readonly envPrefix?: string
  /** Finds the scopes of the current credential, for `check-permissions` and warnings. */
  readonly activeScopes?: (
    env: Readonly<Record<string, string | undefined>>,
  ) => readonly string[] | Promise<readonly string[]>
  readonly examples?: readonly Example[]
}

declare const made: unique symbol

/** A declared tool; only {@link defineCli} creates one. */
export interface Cli {
  readonly [made]: true
  readonly kind: 'cli'
  readonly declaration: CliDeclaration
  readonly errors: ErrorTable
  readonly envPrefix: string
}

/**
 * Declares a tool: its name, its commands and their shared settings.
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
export function defineCli(declaration: CliDeclaration): Cli {
  const { name, version } = declaration
  if (!/^[a-z0-9][a-zA-Z0-9._-]*$/.test(name ?? '')) {
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
    throw defect('CLI_NAME_INVALID', `'${String(name)}' is not a valid tool name`)
  }
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(version ?? '')) {
    throw defect(
      'CLI_VERSION_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `${name} has version '${String(version)}', which is not semver`,
    )
  }
  checkMembers(name, declaration)
  checkContract(name, declaration.contract)
  checkRedirects(declaration)
  return Object.freeze({
    kind: 'cli',
    declaration: Object.freeze({ ...declaration }),
    errors: resolveErrors(name, declaration.errors, null),
    envPrefix: declaration.envPrefix ?? name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'),
  }) as unknown as Cli
}

function checkContract(where: string, contract: ContractDeclaration | undefined): void {
  if (!contract) return
  const { versions, deprecated = [], removed = [] } = contract
  if (!Object.hasOwn(versions, contract.default)) {
    throw defect(
      'CONTRACT_DEFAULT_UNKNOWN',
      `${where}: contract.default is ${contract.default}, which contract.versions does not list`,
    )
  }
  for (const version of [...deprecated, ...(contract.legacy ? [contract.legacy] : [])]) {
    if (!Object.hasOwn(versions, version)) {
      throw defect(
        'CONTRACT_VERSION_UNKNOWN',
        `${where}: contract version ${version} is not listed in contract.versions`,
      )
    }
  }
  for (const version of removed) {
    if (Object.hasOwn(versions, version)) {
      throw defect(
        'CONTRACT_VERSION_REMOVED',
        `${where}: contract version ${version} is in both removed and versions`,
      )
    }
  }
}

function checkRedirects(declaration: CliDeclaration): void {
  for (const [from, redirect] of Object.entries(declaration.redirects ?? {})) {
    if (typeof redirect?.to !== 'string' || redirect.to.trim() === '') {
      throw defect(
        'REDIRECT_INVALID',
        `${declaration.name}: the redirect from '${from}' has no target; set its 'to'`,
      )
    }
    if (from.trim() === redirect.to.trim()) {
      throw defect('REDIRECT_LOOP', `${declaration.name}: '${from}' redirects to itself`)
    }
  }
}

/** Tests whether a value is a declared tool. */
export function isCli(value: unknown): value is Cli {
  return typeof value === 'object' && value !== null && (value as Cli).kind === 'cli'
}
