import {
  succeed,
  type JsonValue,
  type OutcomeMeta,
  type SuccessOutcome,
} from '../../contract/index.ts'
import { commandName, type Run } from '../run/run-state.ts'

/** Turns the data of a run into its outcome; apart from failures, which most runs never load. */
export function settleData(run: Run, data: JsonValue, type?: string): SuccessOutcome {
  return succeed({ data, warnings: run.warnings, meta: successMeta(run, type) })
}

/** Steps that a command declares follow its success; a failure has its own, in the error. */
export function successMeta(run: Run, type?: string): OutcomeMeta {
  const meta = metaOf(run, type)
  const { nextSteps = [] } = run.command?.declaration ?? {}
  if (run.nextSteps.length === 0 && nextSteps.length === 0) return meta
  const commands = [...run.nextSteps, ...nextSteps].map((step) => ({ ...step }))
  return { cta: { description: 'Next:', commands }, ...meta }
}

/** What surrounds every answer of a run. */
export function metaOf(
  run: Run,
  type: string | undefined = run.command?.declaration.type,
): OutcomeMeta {
  const meta: Record<string, JsonValue> = { duration_ms: run.duration.elapsed() }
  if (run.path.length > 0) meta['command'] = commandName(run)
  meta['timeout_ms'] = run.timeoutMs
  if (run.isHeadless) meta['headless'] = true
  if (type !== undefined) meta['type'] = type
  return Object.assign(meta, run.meta)
}
