import { isJsonObject, suretyError, type JsonValue } from '../../../contract/index.ts'
import { makeContext, type AnyContext } from '../../services/create-context.ts'
import { canAsk } from '../../run/can-ask.ts'
import type { Call } from '../../run/call.ts'
import { commandName } from '../../run/run-state.ts'
import { toJson } from '../../result/validate-result.ts'

/**
 * Asks a person at a terminal whether a destructive command may go ahead, and refuses it everywhere else
 * without `--confirm-destructive`. The question and the error list the objects that it would affect.
 */
export async function confirm(call: Call): Promise<void> {
  const { run, command, input } = call
  const { framework } = input
  if (run.isDryRun) return
  if (framework.isConfirmed) {
    run.meta['confirmed'] = true
    return
  }
  const preview = command.declaration.dryRun as (context: AnyContext) => unknown
  const context = makeContext(call, true)
  const shown = toJson(run, await preview(context))
  const affected: JsonValue = isJsonObject(shown) ? (shown['would_affect'] ?? shown) : shown
  if (canAsk(run, input.flags)) {
    const { askToConfirm } = await import('./ask-to-confirm.ts')
    await askToConfirm(run, affected)
    run.meta['confirmed'] = true
    return
  }
  const flag = run.world.spellFlag?.('confirm-destructive') ?? '--confirm-destructive'
  throw suretyError(
    'CONFIRMATION_REQUIRED',
    `'${commandName(run)}' is destructive and needs ${flag}; --yes is not enough.`,
    {
      phase: 'validation',
      retryable: false,
      suggestion: `Review would_affect, then add ${flag}.`,
      fix_required: `Add ${flag}.`,
      details: { would_affect: affected, danger_level: 'destructive' },
    },
  )
}
