import {
  isJsonObject,
  suretyError,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { toPart } from '@surety/internal/json/json-members.ts'
import { jsonEqual } from '@surety/internal/json/json-values.ts'
import { toJson } from '../../result/validate-result.ts'
import type { Call } from '../../run/call.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { addMeta, commandName, isDryRun } from '../../run/run-state.ts'
import { makeContext, type AnyContext } from '../../services/create-context.ts'
import { JobStore, keyOf } from '../../services/jobs/job-store.ts'

/** Previews again what a call would do, and refuses it if that is not what its plan shows. */
export async function bindPlan(call: Call, next: () => MaybeLater<RunEnd>): Promise<RunEnd> {
  const { run, input } = call
  const given = input.flags['plan'] as string | undefined
  const end = isDryRun(run) ? await next() : null
  // Chosen members are not the whole of it.
  const isWhole = end?.kind === 'data' && input.flags.fields === undefined
  const shown = isWhole ? end.data : await preview(call)
  const { args, options, globals } = input
  // The same words mean other files in another folder.
  const named = [run.cli.declaration.name, commandName(run), run.world.cwd]
  const token = `plan-${keyOf([...named, args, options, globals, shown])}`
  if (given !== undefined && given !== token) throw changed(call, given, shown)
  if (end === null) return next()
  addMeta(run, { plan: token })
  try {
    storeOf(call).keepAnswer(token, { data: shown, failure: null, warnings: [], meta: {} })
  } catch {
    // Without it a changed plan is refused all the same; only the difference is not shown.
  }
  return end
}

async function preview(call: Call): Promise<JsonValue> {
  const dryRun = call.command.declaration.dryRun as (context: AnyContext) => unknown
  return toJson(call.run, await dryRun(makeContext(call, true)))
}

function storeOf({ run }: Call): JobStore {
  return new JobStore(run.cli, run.world)
}

function changed(call: Call, given: string, now: JsonValue): Error {
  let was: JsonValue | undefined
  try {
    was = /^plan-[\da-f]{24}$/.test(given) ? storeOf(call).answerOf(given)?.data : undefined
  } catch {
    // The plan is refused without its difference.
  }
  const difference = was === undefined ? [] : differences(was, now, '')
  const why =
    was === undefined
      ? 'is not known here'
      : difference.length === 0
        ? 'belongs to a call with other input, or in another folder'
        : 'is not what would happen now'
  return suretyError('PLAN_CHANGED', `The plan ${why}; nothing was changed.`, {
    phase: 'validation',
    retryable: false,
    suggestion: 'Preview again with --dry-run and review it, then use the new plan.',
    fix_required: 'Preview again with --dry-run.',
    details: {
      ...(difference.length > 0 && { difference: difference.slice(0, MAX_SHOWN) }),
      ...(difference.length > MAX_SHOWN && { more: difference.length - MAX_SHOWN }),
      ...(was === undefined && { preview: now }),
    },
  })
}

const MAX_SHOWN = 20

/** Lists where two values differ, as deep as they have the same form; `was` or `now` is missing where one has none. */
function differences(was: JsonValue, now: JsonValue, path: string): readonly JsonObject[] {
  if (jsonEqual(was, now)) return []
  const [before, after] = [membersOf(was), membersOf(now)]
  if (before === null || after === null || Array.isArray(was) !== Array.isArray(now))
    return [{ path, was, now }]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const at = `${path}/${toPart(key)}`
    const [old, fresh] = [before.get(key), after.get(key)]
    if (old === undefined) return [{ path: at, now: fresh! }]
    return fresh === undefined ? [{ path: at, was: old }] : differences(old, fresh, at)
  })
}

function membersOf(value: JsonValue): ReadonlyMap<string, JsonValue> | null {
  return Array.isArray(value) || isJsonObject(value) ? new Map(Object.entries(value)) : null
}
