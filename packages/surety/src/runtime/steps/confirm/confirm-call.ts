import { isJsonObject, suretyError, type JsonValue } from '../../../contract/index.ts'
import { toJson } from '../../result/data.ts'
import type { Call } from '../../run/call.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { addMeta, canAsk, commandName, type Run } from '../../run/run-state.ts'
import { makeContext, type AnyContext } from '../../services/create-context.ts'

/** Goes on with a call that is confirmed, by its flags or by a person. */
export async function confirmCall(call: Call, next: () => MaybeLater<RunEnd>): Promise<RunEnd> {
  const { run, input } = call
  if (!input.flags.confirmDestructive) {
    const affected = await affectedBy(call)
    if (!canAsk(run, input.flags)) throw unconfirmed(run, affected)
    // Rendering for people loads only for people.
    await (await import('./ask.ts')).ask(call, affected)
  }
  addMeta(run, { confirmed: true })
  return next()
}

/** Finds out by a preview what the command would affect. */
async function affectedBy(call: Call): Promise<JsonValue> {
  const preview = call.command.declaration.dryRun as (context: AnyContext) => unknown
  const shown = await toJson(call.run, await preview(makeContext(call, true)))
  return isJsonObject(shown) ? (shown['would_affect'] ?? shown) : shown
}

function unconfirmed(run: Run, affected: JsonValue): Error {
  const flag = run.world.spellFlag?.('confirm-destructive') ?? '--confirm-destructive'
  return suretyError(
    'CONFIRMATION_REQUIRED',
    `'${commandName(run)}' is destructive and needs ${flag}; --yes is not enough.`,
    {
      phase: 'validation',
      suggestion: `Review would_affect, then add ${flag}.`,
      fix_required: `Add ${flag}.`,
      details: { would_affect: affected, danger_level: 'destructive' },
    },
  )
}
