import { speaksProtocol } from '../declare/command.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { isDryRun, isOver } from '../run/run-state.ts'

/** A feature on the way of a call to its handler; its work is loaded by calls that need it. */
interface Step {
  /** Tests whether it takes part in a call; asked when the steps before it have run. */
  readonly applies: (call: Call) => boolean
  /** Refuses, wraps, replays or records a call. */
  readonly run: (call: Call, next: () => MaybeLater<RunEnd>) => MaybeLater<RunEnd>
}

const LOOK_AFTER_MS = 300

/** The steps of every call, the outermost first. */
const STEPS: readonly Step[] = [
  // Warns that a command is deprecated, and names what to use instead.
  {
    applies: ({ command }) => command.declaration.deprecated !== undefined,
    run: async (call, next) =>
      (await import('./warn-of-deprecation.ts')).warnOfDeprecation(call, next),
  },
  // Calls the `validate` hook of a command and refuses the input if it finds problems.
  {
    applies: ({ command }) => command.declaration.validate !== undefined,
    run: async (call, next) => (await import('./call-validate.ts')).callValidate(call, next),
  },
  // Asks whether a destructive command may go ahead, and refuses it without a terminal or `--confirm-destructive`.
  {
    applies: ({ run, command: { declaration } }) =>
      declaration.danger === 'destructive' && !speaksProtocol(declaration) && !isDryRun(run),
    run: async (call, next) => (await import('./confirm/confirm-call.ts')).confirmCall(call, next),
  },
  // Runs a call with `--idempotency-key` at most once.
  {
    applies: ({ run, input }) => input.flags['idempotencyKey'] !== undefined && !isDryRun(run),
    run: async (call, next) => (await import('./run-once/run-once.ts')).runOnce(call, next),
  },
  // Calls `beforeRun` and `afterRun` of the tool around each of its commands.
  {
    applies: ({ run: { cli } }) => Boolean(cli.declaration.beforeRun ?? cli.declaration.afterRun),
    run: async (call, next) => (await import('./call-hooks.ts')).callHooks(call, next),
  },
  // Looks after a handler that takes long: it may wait for input that nobody types, and a person waits for it.
  {
    applies: () => true,
    run: ({ run }, next) => {
      const working = next()
      if (!(working instanceof Promise)) return working
      const look = async () => (await import('./look-after.ts')).lookAfter(run)
      const timer = setTimeout(() => void look(), LOOK_AFTER_MS).unref()
      return working.finally(() => clearTimeout(timer))
    },
  },
]
/** Takes a call through the steps that apply to it, and then to its handler. */
export function takeSteps(
  call: Call,
  handle: () => MaybeLater<RunEnd>,
  at = 0,
): MaybeLater<RunEnd> {
  // The limit or a signal has ended the run, and its answer says how far it came: nothing starts any more.
  if (isOver(call.run)) throw new Error('The run is over.')
  const taken = STEPS.findIndex((step, index) => index >= at && step.applies(call))
  if (taken === -1) return handle()
  return STEPS[taken]!.run(call, () => takeSteps(call, handle, taken + 1))
}
