import { defect, type OutcomeError, type RedirectReason } from '../../contract/index.ts'
import type { Example } from './command-declaration.ts'
import { resolveErrors, type ErrorDeclarations, type ErrorTable } from './error-declarations.ts'
import { checkMembers, type GroupDeclaration } from './group.ts'
import type { Shape } from './standard-schema.ts'

/** Where a command went that used to have another name. */
export interface RedirectDeclaration {
  /** The new path and, where they changed, leading arguments: `users add`. */
  readonly to: string
  /** True: callers remember it. Default true. */
  readonly permanent?: boolean
  /** Default `renamed`. */
  readonly reason?: RedirectReason
  /** Turns the old arguments into the new ones; without it they are carried over as they are. */
  readonly map?: (argv: readonly string[]) => readonly string[]
}

/** The generations of a tool's own contract. */
export interface ContractDeclaration {
  /** Version to dialect id: `{ '1.0': 'acme-1', '2.0': 'acme-2' }`. */
  readonly versions: Readonly<Record<string, string>>
  readonly default: string
  /** Versions that still work and warn. */
  readonly deprecated?: readonly string[]
  /** Versions that are gone: asking for one is an error that says what to use. */
  readonly removed?: readonly string[]
  /** The version behind `--legacy-envelope`; default the oldest that is not removed. */
  readonly legacy?: string
}

/** How the tool's output is chosen where nobody says. */
export interface OutputDeclaration {
  /** Off a terminal; default `json`. */
  readonly piped?: string
  /** At a terminal; default `human`. */
  readonly terminal?: string
  /** The tool's own words for formats: `{ text: 'human' }`. */
  readonly values?: Readonly<Record<string, string>>
  /** Switches that stand for a format: `{ plain: 'plain' }` gives `--plain`. */
  readonly switches?: Readonly<Record<string, string>>
  /** An environment variable that names the format when no flag does. */
  readonly env?: string
  /** At a terminal with NO_COLOR set; default as off a terminal. */
  readonly noColor?: string
  /** The exit of problems with the input where the answer is text and not data. */
  readonly inputErrorExit?: number
  /** The text of a failure in `plain`, where the tool has a form of its own. */
  readonly plainFailure?: (error: OutcomeError) => string
}

/** Everything that an author says about a tool. */
export interface CliDeclaration extends Omit<GroupDeclaration, 'aliases' | 'hidden'> {
  readonly name: string
  readonly version: string
  /** Options that every command takes. */
  readonly globals?: Shape
  /** Error codes that every command may use. */
  readonly errors?: ErrorDeclarations
  /**
   * The tool's own words for errors that the framework raises, by code (`UNKNOWN_FLAG`) or by exit
   * (`ARG_ERROR`); the code comes first. The framework's word is kept in `details.reason`, except in
   * dialects whose framework errors carry code, message and field errors alone.
   */
  readonly frameworkErrors?: Readonly<Record<string, string>>
  /** Whether a call without a command is an error; default is help. */
  readonly requiresCommand?: boolean
  readonly redirects?: Readonly<Record<string, RedirectDeclaration>>
  readonly contract?: ContractDeclaration
  /** The dialect that is spoken when nobody asks for another; default `DEFAULT_DIALECT`. */
  readonly dialect?: string
  /** Error code to exit number, for dialects that keep such a table. */
  readonly exitByCode?: Readonly<Record<string, number>>
  readonly output?: OutputDeclaration
  /** The time limit of every command that sets none; default 30,000. */
  readonly timeoutMs?: number
  /** The beginning of the tool's environment variables; default from the name, `MY_TOOL`. */
  readonly envPrefix?: string
  /** Finds the scopes of the credential in use, for check-permissions and its warnings. */
  readonly activeScopes?: (
    env: Readonly<Record<string, string | undefined>>,
  ) => readonly string[] | Promise<readonly string[]>
  readonly examples?: readonly Example[]
}

declare const made: unique symbol

/** A declared tool; made by {@link defineCli} only. */
export interface Cli {
  readonly [made]: true
  readonly kind: 'cli'
  readonly declaration: CliDeclaration
  readonly errors: ErrorTable
  readonly envPrefix: string
}

/**
 * Declares a tool: its name, its commands and what they share.
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
    throw defect('CLI_NAME_INVALID', `'${String(name)}' cannot be a tool's name`)
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
      `${where}: contract version ${contract.default} has no dialect`,
    )
  }
  for (const version of [...deprecated, ...(contract.legacy ? [contract.legacy] : [])]) {
    if (!Object.hasOwn(versions, version)) {
      throw defect(
        'CONTRACT_VERSION_UNKNOWN',
        `${where}: contract version ${version} has no dialect`,
      )
    }
  }
  for (const version of removed) {
    if (Object.hasOwn(versions, version)) {
      throw defect(
        'CONTRACT_VERSION_REMOVED',
        `${where}: contract version ${version} is removed and listed`,
      )
    }
  }
}

function checkRedirects(declaration: CliDeclaration): void {
  for (const [from, redirect] of Object.entries(declaration.redirects ?? {})) {
    if (typeof redirect?.to !== 'string' || redirect.to.trim() === '') {
      throw defect(
        'REDIRECT_INVALID',
        `${declaration.name}: the redirect of '${from}' needs a place to go to`,
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
