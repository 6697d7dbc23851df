import { defect, type CallSignature } from '../../contract/index.ts'
import type { SignatureFor } from './types/caller-signature.ts'
import type {
  CommandDeclaration,
  FitOptions,
  Previewed,
  Returned,
} from './types/command-declaration.ts'
import type { Danger } from './types/command-parts.ts'
import type { ErrorDeclarations } from './types/exits.ts'
import type { Shape, StandardSchema } from './standard-schema.ts'

declare const made: unique symbol

/**
 * A declared command; only {@link defineCommand} creates one. Its type keeps what callers give and get:
 * `connect<typeof cli>()` of `@surety/client` makes a typed caller of it.
 */
export interface Command<Signature = CallSignature> {
  readonly [made]: true
  readonly kind: 'command'
  /** For the type checker only. */
  readonly signature?: Signature
  readonly declaration: CommandDeclaration
}

/**
 * Declares a command: its input, its output, its failures and its handler. Inside `commands` a plain
 * declaration does as well; this function also keeps the type of what the handler returns.
 *
 * @example
 * ```ts
 * import { defineCommand, s } from 'surety'
 *
 * const greet = defineCommand({
 *   description: 'Greets someone',
 *   args: { name: s.string().describe('Who to greet') },
 *   run: ({ args }) => ({ greeting: `Hello ${args.name}` }),
 * })
 * ```
 */
export function defineCommand<
  const Args extends Shape = {},
  const Options extends Shape = {},
  const Env extends Shape = {},
  Output extends StandardSchema | undefined = undefined,
  const Errors extends ErrorDeclarations = {},
  const Globals extends Shape = {},
  const Return extends Returned<Output> = Returned<Output>,
  const Level extends Danger = Danger,
>(
  declaration: CommandDeclaration<Args, Options, Env, Output, Errors, Globals, Return> &
    Previewed<Level> &
    FitOptions<Options>,
): Command<SignatureFor<Args, Options, Output, Errors, Return>>
export function defineCommand(given: object): Command {
  if (typeof given !== 'object' || given === null)
    throw defect('COMMAND_INVALID', 'defineCommand() needs an object with a description and run()')
  const declaration = given as CommandDeclaration
  const { exitCodes } = declaration
  // What is added to the exits later does not count.
  const kept =
    typeof exitCodes === 'object' && exitCodes !== null
      ? { ...declaration, exitCodes: { ...exitCodes } }
      : declaration
  return Object.freeze({ kind: 'command', declaration: kept }) as unknown as Command
}

export function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && (value as Command).kind === 'command'
}

/** Tests for a command whose standard output belongs to a protocol such as MCP. */
export function speaksProtocol({
  filter,
}: {
  readonly filter?: CommandDeclaration['filter'] | undefined
}): boolean {
  return typeof filter === 'object'
}

/** Tests for a generator function; one behind a plain function is not recognised. */
export function isGenerator(handler: unknown): boolean {
  return /Generator/.test(Object.prototype.toString.call(handler))
}
