import type { CommandDeclaration } from './command-declaration.ts'
import type { ErrorDeclarations } from './error-declarations.ts'
import type { Shape, StandardSchema } from './standard-schema.ts'

declare const made: unique symbol

/** A declared command; only {@link defineCommand} creates one. */
export interface Command {
  readonly [made]: true
  readonly kind: 'command'
  readonly declaration: CommandDeclaration
}

/**
 * Declares a command: its input, its output, its failures and its handler. Inside `commands` a plain
 * declaration does as well; this function gives the handler the types of its input.
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
  Shared = undefined,
>(declaration: CommandDeclaration<Args, Options, Env, Output, Errors, Globals, Shared>): Command {
  const { exitCodes } = declaration
  // What is added to the exits later does not count.
  const kept =
    typeof exitCodes === 'object' ? { ...declaration, exitCodes: { ...exitCodes } } : declaration
  return Object.freeze({ kind: 'command', declaration: kept }) as unknown as Command
}

/** Tests whether a value is a declared command. */
export function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && (value as Command).kind === 'command'
}
