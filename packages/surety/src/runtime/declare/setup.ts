import type { AnyContext } from '../handler/context.ts'

/** What `open()` of a setup gets: facts about the call, and nothing that belongs to one command. */
export type SetupContext = Pick<
  AnyContext,
  | 'command'
  | 'failWith'
  | 'globals'
  | 'isDryRun'
  | 'log'
  | 'now'
  | 'onCleanup'
  | 'processEnv'
  | 'signal'
  | 'tool'
  | 'warn'
>

/** Something that commands share, such as a database: opened once for a run and closed at its end. */
export interface Setup<Shared = unknown> {
  readonly open: (context: SetupContext) => Shared | Promise<Shared>
  /** Runs however the run ends: after a success, a failure, a signal or the time limit. */
  // oxlint-disable-next-line typescript/method-signature-style -- a method, so that every setup is a Setup<unknown>
  close?(shared: Shared): void | Promise<void>
}

/**
 * Declares something that commands share. Those that name it as their `setup` get it, typed, as `setup`;
 * for all others it stays closed.
 *
 * @example
 * ```ts
 * import { open } from 'node:fs/promises'
 * import { defineCommand, defineSetup } from 'surety'
 *
 * const notes = defineSetup({
 *   open: ({ processEnv }) => open(processEnv['NOTES'] ?? 'notes.txt', 'a+'),
 *   close: (file) => file.close(),
 * })
 *
 * export const list = defineCommand({
 *   description: 'Lists notes',
 *   setup: notes,
 *   run: async ({ setup: file }) => ({ text: await file.readFile('utf8') }),
 * })
 * ```
 */
export function defineSetup<Shared>(setup: Setup<Shared>): Setup<Shared> {
  return Object.freeze(setup)
}
