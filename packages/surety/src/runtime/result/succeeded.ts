import type { RunEnd, ShapedData, UnfinishedOutcome } from '../run/ending/run-end.ts'
import { reported, type Run } from '../run/run-state.ts'

export type SuccessEnd = Extract<RunEnd, { kind: 'data' | 'text' | 'not-modified' | 'help' }>

export function isSuccess(end: RunEnd): end is SuccessEnd {
  return ['data', 'text', 'not-modified', 'help'].includes(end.kind)
}

/** Turns the end of a run that came to its end into its outcome. */
export function succeeded(run: Run, end: SuccessEnd): UnfinishedOutcome {
  if (end.kind === 'help') return end.outcome
  const isSame = end.kind === 'not-modified'
  const { data, type, isReshaped = false, isUnlimited = false } = isSame ? NOTHING : end
  const { meta, warnings = [] } = { ...NOTHING, ...end }
  // A failure has its next steps in the error.
  const said = reported(run, 'next').map(({ step }) => step)
  const steps = [...said, ...(run.command?.declaration.nextSteps ?? [])]
  const commands = steps.map((step) => ({ ...step }))
  return {
    data,
    failure: null,
    isReshaped,
    isUnlimited,
    ...(type !== undefined && { type }),
    meta: { ...meta, ...(isSame && { not_modified: true }) },
    warnings,
    ...(commands.length > 0 && { cta: { description: 'Next:', commands } }),
  }
}

/** What a caller gets that has it already. */
const NOTHING: ShapedData & { readonly type?: string } = { data: null }
