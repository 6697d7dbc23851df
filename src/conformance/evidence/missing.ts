import { leftOut, notShown, type CheckResult } from '../check.ts'
import type { Probing } from '../probing/probing.ts'
import type { Feature } from '../probing/subject.ts'

/** The result where a feature was not seen: left out if the tool says that it has none. */
export function missing(
  tool: Probing,
  feature: Feature,
  summary: string,
  needs: string,
): CheckResult {
  const reason = tool.subject.absent.get(feature)
  return reason === undefined ? notShown(summary, needs) : leftOut(reason)
}
